import { desktopCapturer, Menu, type DesktopCapturerSource, type Session, type WebFrameMain } from 'electron';
import type { Log } from '../core/ports.ts';
import { isPermissionGranted, mayAskForDisplay } from './policies/permissions.ts';

/** Answers every question of a session's pages for permissions; what nobody granted is refused. */
export function guardPermissions(
  session: Session,
  onShared: (source: DesktopCapturerSource) => void,
  log: Log,
): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    const { requestingUrl, isMainFrame } = details;
    callback(isPermissionGranted({ permission, requestingUrl, isMainFrame }));
  });
  session.setPermissionCheckHandler((_contents, permission, _origin, details) =>
    isPermissionGranted({ permission, ...details, requestingUrl: details.requestingUrl }),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler(
    ({ frame, userGesture }, callback) => {
      if (!mayAskForDisplay({ frame: describeFrame(frame), hasUserGesture: userGesture })) {
        return callback(null);
      }
      desktopCapturer
        .getSources({ types: ['screen', 'window'], fetchWindowIcons: true })
        .then((sources) =>
          letUserChoose(sources, (video) => {
            if (video) onShared(video);
            callback(video ? { video } : null);
          }),
        )
        .catch((error: unknown) => {
          log.error('The screens and windows could not be listed.', error);
          callback(null);
        });
    },
    // macOS shows its own picker, with previews, and the handler is then not called.
    { useSystemPicker: true },
  );
}

function describeFrame(frame: WebFrameMain | null) {
  return frame ? { origin: frame.origin, isMainFrame: frame.parent === null } : null;
}

/** A menu at the pointer; closing it without a choice shares nothing. */
function letUserChoose(
  sources: readonly DesktopCapturerSource[],
  onChosen: (source: DesktopCapturerSource | null) => void,
): void {
  let chosen: DesktopCapturerSource | null = null;
  const menu = Menu.buildFromTemplate(
    sources.map((source) => ({ label: source.name, click: () => void (chosen = source) })),
  );
  // The click may come after the menu's close.
  menu.popup({ callback: () => setImmediate(() => onChosen(chosen)) });
}
