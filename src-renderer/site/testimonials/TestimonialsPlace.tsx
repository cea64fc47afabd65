import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet } from 'react-router-dom';

/** How far below the window the place is when what belongs there is fetched. */
const AHEAD = '600px';

/** Where testimonials stand. They need the server: what asks it is fetched when somebody comes near, and never moves the page. */
export function TestimonialsPlace() {
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
      {isNear && (
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      )}
    </div>
  );
}
