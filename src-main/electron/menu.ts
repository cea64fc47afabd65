import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { ROUTES, type RoutePath } from '../../src-shared/domain/routes.ts';

/** The application's menu: the system's standard entries and the screens that there are. */
export function installMenu(openRoute: (route: RoutePath) => void): void {
  const { platform } = process;
  const template: MenuItemConstructorOptions[] = [
    ...(platform === 'darwin' ? [{ role: 'appMenu' as const }] : []),
    { role: 'fileMenu' },
    { role: 'editMenu' },
    { label: 'View', submenu: viewItems() },
    {
      label: 'Go',
      submenu: [
        { label: 'Home', accelerator: 'CmdOrCtrl+1', click: () => openRoute(ROUTES.dashboard) },
        { label: 'Front page', click: () => openRoute(ROUTES.landing) },
      ],
    },
    { role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

function viewItems(): MenuItemConstructorOptions[] {
  const developer: MenuItemConstructorOptions[] = app.isPackaged ? [] : [{ role: 'toggleDevTools' }];
  return [
    { role: 'reload' },
    ...developer,
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
}
