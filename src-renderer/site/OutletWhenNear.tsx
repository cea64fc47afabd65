import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet } from 'react-router-dom';

/** How far below the window the place is when what belongs there is fetched. */
const AHEAD = '600px';

interface OutletWhenNearProps {
  /** It is needed already, wherever the window is. */
  isWanted?: boolean;
  /** For the route below. */
  context?: unknown;
}

/**
 * The part of a public page that needs the server: what asks it is fetched when somebody comes near, and never moves
 * what is above.
 */
export function OutletWhenNear({ isWanted = false, context }: OutletWhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: AHEAD },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className="min-h-px">
      {(isNear || isWanted) && (
        <Suspense fallback={null}>
          <Outlet context={context} />
        </Suspense>
      )}
    </div>
  );
}
