import { useEffect, useId } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import {
  BUBBLE_CORNERS,
  BUBBLE_SIZES,
  cornerOf,
  placeOfCorner,
} from '../../../src-shared/domain/cameraBubble.ts';
import { findCamera } from '../../../src-shared/domain/cameraChoice.ts';
import type { CameraBubble } from '../../../src-shared/domain/screenCapture.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { BubbleStage } from './BubbleStage.tsx';
import { closeBubble, followCameras, openBubble, rejoinBubble } from './bubbleThunks.ts';
import { selectBubble, selectCameras } from './screenCaptureSlice.ts';
import { useOffered } from './useOffered.ts';
import { useSettings } from './useSettings.ts';

/** Stands for "any" and for "where it was dragged to": no camera's id and no corner is so. */
const ANY = 'any';
const FREE = 'free';

/** A camera, round, on the screen: which, where, how large. */
export function BubbleCard() {
  const { t } = useTranslation('screenCapture');
  const { change, isLocked, isCapturing } = useSettings();
  const { settings, noCamera } = useOffered();
  const { camera } = settings;
  const id = useId();
  const set = (changes: Partial<CameraBubble>) => change({ camera: { ...camera, ...changes } });
  return (
    <Card aria-labelledby="capture-camera">
      <CardHeader
        id="capture-camera"
        title={t('camera.title')}
        actions={
          <Switch
            id={id}
            label={t('camera.show')}
            isOn={camera.isOn}
            disabled={isLocked || noCamera !== null}
            onChange={(isOn) => set({ isOn })}
          />
        }
      />
      {noCamera !== null && <p className="text-xs text-t3">{t(`camera.${noCamera}`)}</p>}
      {noCamera === null && <Follower />}
      {noCamera === null && !camera.isOn && <p className="text-xs text-t3">{t('camera.hint')}</p>}
      {camera.isOn && noCamera === null && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2">
          <BubbleStage camera={camera} isLocked={isLocked} onMove={(place) => set({ place })} />
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
            <CameraChoiceField camera={camera} isLocked={isLocked} onChange={set} />
            <PlaceFields camera={camera} isLocked={isLocked} onChange={set} />
            <Trouble isCapturing={isCapturing} />
            {isCapturing && <p className="text-xs text-t3">{t('camera.locked')}</p>}
          </div>
        </div>
      )}
    </Card>
  );
}

/** While the screen is in sight the camera is open, so that its video is there before anything is captured. */
function Follower() {
  const dispatch = useAppDispatch();
  const { settings, change } = useSettings();
  const { isLocked } = useSettings();
  const bubble = useSelector(selectBubble);
  const { camera } = settings;
  useEffect(() => dispatch(followCameras()), [dispatch]);
  const isWanted = camera.isOn && bubble.status === 'closed' && !isLocked;
  useEffect(() => {
    if (isWanted) void dispatch(openBubble(settings));
  }, [dispatch, isWanted, settings]);
  const isUnwanted = !camera.isOn && bubble.status !== 'closed';
  useEffect(() => {
    if (isUnwanted) dispatch(closeBubble());
  }, [dispatch, isUnwanted]);
  // Its name finds it where ids are others.
  const label = bubble.status === 'live' ? bubble.label : '';
  const isUnnamed = camera.deviceId !== null && label !== '' && camera.deviceLabel !== label;
  useEffect(() => {
    if (isUnnamed) change({ camera: { ...camera, deviceLabel: label } });
  });
  return null;
}

interface FieldProps {
  camera: CameraBubble;
  isLocked: boolean;
  onChange: (changes: Partial<CameraBubble>) => void;
}

function CameraChoiceField({ camera, isLocked, onChange }: FieldProps) {
  const { t } = useTranslation('screenCapture');
  const dispatch = useAppDispatch();
  const cameras = useSelector(selectCameras) ?? [];
  const { deviceId, deviceLabel } = camera;
  const chosen = findCamera(cameras, camera);
  const isMissing = deviceId !== null && chosen === null;
  const choose = (value: string) => {
    const found = cameras.find((known) => known.deviceId === value);
    dispatch(closeBubble());
    onChange({ deviceId: found?.deviceId ?? null, deviceLabel: found?.label ?? null });
  };
  return (
    <Choice
      label={t('camera.source')}
      value={chosen?.deviceId ?? deviceId ?? ANY}
      disabled={isLocked}
      options={[
        { value: ANY, label: t('camera.any') },
        ...cameras.map((known, index) => ({
          value: known.deviceId,
          label: known.label === '' ? t('camera.unnamed', { number: index + 1 }) : known.label,
        })),
        ...(isMissing
          ? [{ value: deviceId, label: deviceLabel ?? t('camera.absent'), note: t('camera.notConnected') }]
          : []),
      ]}
      onChange={choose}
    />
  );
}

function PlaceFields({ camera: { place }, isLocked, onChange }: FieldProps) {
  const { t } = useTranslation('screenCapture');
  const id = useId();
  const corner = cornerOf(place);
  const move = (value: string) => {
    const found = BUBBLE_CORNERS.find((known) => known === value);
    if (found) onChange({ place: { ...place, ...placeOfCorner(found) } });
  };
  return (
    <>
      <Choice
        label={t('camera.corner')}
        value={corner ?? FREE}
        disabled={isLocked}
        options={[
          ...BUBBLE_CORNERS.map((value) => ({ value, label: t(`camera.corners.${value}`) })),
          ...(corner === null ? [{ value: FREE, label: t('camera.corners.free') }] : []),
        ]}
        onChange={move}
      />
      <div className="grid justify-items-start gap-1.5">
        <span aria-hidden="true" className="text-xs font-medium text-t2">
          {t('camera.size')}
        </span>
        <fieldset disabled={isLocked} className="contents">
          <SegmentedControl
            label={t('camera.size')}
            segments={BUBBLE_SIZES.map((value) => ({ value, label: t(`camera.sizes.${value}`) }))}
            value={place.size}
            onChange={(size) => onChange({ place: { ...place, size } })}
          />
        </fieldset>
      </div>
      <div className="flex items-center justify-between gap-4">
        <label htmlFor={id} className="text-t1">
          {t('camera.mirrored')}
        </label>
        <Switch
          id={id}
          label={t('camera.mirrored')}
          isOn={place.isMirrored}
          disabled={isLocked}
          onChange={(isMirrored) => onChange({ place: { ...place, isMirrored } })}
        />
      </div>
    </>
  );
}

/** Why there is no video of the camera, and what can be done. */
function Trouble({ isCapturing }: { isCapturing: boolean }) {
  const { t } = useTranslation('screenCapture');
  const dispatch = useAppDispatch();
  const { settings } = useOffered();
  const bubble = useSelector(selectBubble);
  if (bubble.status !== 'lost' && bubble.status !== 'failed') return null;
  const [message, code] =
    bubble.status === 'lost'
      ? [t('camera.lost'), 'DEVICE_LOST']
      : [bubble.failure.message, bubble.failure.code];
  return (
    <div role="alert" className="grid justify-items-start gap-2 text-xs text-amb-text">
      <p>
        {message} {isCapturing && t('camera.goesOn')} <span className="font-mono text-t3">{code}</span>
      </p>
      <Button size="sm" onClick={() => void dispatch(rejoinBubble(settings))}>
        {t('camera.tryAgain')}
      </Button>
    </div>
  );
}
