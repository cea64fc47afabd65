import type { TranslationOf } from '../texts.ts';

export const licence: TranslationOf<'licence'> = {
  documentTitle: 'Lizenz',
  loadFailed: 'Die Lizenz konnte nicht gelesen werden',
  welcome: {
    title: 'Willkommen bei {{product}}',
    message:
      'Die Desktop-App braucht einen Lizenzschlüssel. Geben Sie Ihren einmal ein: Danach funktioniert sie auch offline.',
    studioNext: 'Wählen Sie, wie Sie weitermachen. Danach öffnet sich das Studio.',
  },
  states: {
    trialOver: {
      title: 'Ihre Testphase ist zu Ende',
      message:
        'Mit einem bezahlten Tarif: Wählen Sie unten Ihre Lizenz, oder geben Sie ihren Schlüssel ein. Oder machen Sie mit dem kostenlosen Tarif weiter. Was Sie aufgenommen haben, bleibt.',
    },
    ended: {
      title: 'Diese Lizenz ist abgelaufen',
      message:
        'Geben Sie einen anderen Lizenzschlüssel ein, oder machen Sie mit dem kostenlosen Tarif weiter. Was Sie aufgenommen haben, bleibt.',
    },
    noContact: {
      title: 'Diese Lizenz konnte nicht erneuert werden',
      message:
        '{{product}} hat den Kontoserver 21 Tage lang nicht erreicht. Verbinden Sie diesen Computer mit dem Netz und erneuern Sie dann.',
    },
    revoked: {
      title: 'Diese Lizenz wurde widerrufen',
      message:
        'Sie kann nicht mehr benutzt werden. Wenden Sie sich an uns, oder geben Sie einen anderen Lizenzschlüssel ein.',
    },
    deactivated: {
      title: 'Dieses Gerät wurde deaktiviert',
      message:
        'Die Lizenz wurde von anderer Stelle freigegeben. Aktivieren Sie dieses Gerät wieder, um weiterzumachen.',
    },
    wrongDevice: {
      title: 'Diese Lizenz gehört zu einem anderen Gerät',
      message:
        'Die Daten von {{product}} wurden von einem anderen Computer kopiert. Aktivieren Sie diesen: mit dem Schlüssel, oder indem Sie ihn aus Ihren Lizenzen wählen.',
    },
    clockMovedBack: {
      title: 'Die Uhr dieses Computers wurde zurückgestellt',
      message:
        '{{product}} wurde zuletzt am {{latest}} benutzt, und die Uhr zeigt eine frühere Zeit. Stellen Sie sie richtig und prüfen Sie dann noch einmal; auch ein Kontakt mit dem Kontoserver bringt es in Ordnung.',
    },
    damaged: {
      title: 'Die Lizenz auf diesem Gerät ist beschädigt',
      message:
        'Sie wurde verändert oder kann nicht gelesen werden. Geben Sie Ihren Lizenzschlüssel noch einmal ein: Sonst ist nichts verloren.',
    },
  },
  key: {
    label: 'Lizenzschlüssel',
    placeholder: 'SD-XXXXX-XXXXX-XXXXX-XXXXX',
    activate: 'Aktivieren',
    form: 'Ein Lizenzschlüssel hat die Form SD-XXXXX-XXXXX-XXXXX-XXXXX.',
  },
  file: {
    drop: 'Ziehen Sie eine Lizenzdatei hierher, oder',
    choose: 'wählen Sie eine Datei',
    input: 'Lizenzdatei',
    tooLarge:
      'Diese Datei ist größer, als eine Lizenzdatei sein kann. Wählen Sie die, die mit Ihrer Lizenz kam.',
    unreadable:
      'Diese Datei konnte nicht gelesen werden. Wählen Sie eine andere, oder fügen Sie den Schlüssel ein.',
  },
  or: 'oder',
  account: {
    signIn: 'Anmelden und eine Lizenz wählen',
    startTrial: '14 Tage kostenlos testen',
    trialNote: 'Keine Kreditkarte. Die Testphase ist die Ihres Kontos und endet mit ihr.',
    signedInAs: 'Angemeldet als {{email}}',
    yours: 'Ihre Lizenzen',
    none: 'Zu diesem Konto gibt es noch keine Lizenz.',
    loadFailed: 'Ihre Lizenzen konnten nicht gelesen werden',
    use: 'Auf diesem Gerät benutzen',
    useNamed: 'Auf diesem Gerät benutzen: {{key}}',
    inUse_zero: 'auf keinem Gerät',
    inUse_one: 'auf {{count}} von {{most}} Geräten',
    inUse_other: 'auf {{count}} von {{most}} Geräten',
    thisDevice: 'dieses Gerät',
    deactivate: 'Deaktivieren',
    deactivateNamed: '{{name}} deaktivieren',
    since: 'seit {{date}}',
    full: 'Auf so vielen Geräten in Gebrauch, wie sie erlaubt: Deaktivieren Sie zuerst eines davon.',
    over: 'kann nicht mehr benutzt werden',
    otherProduct: 'nicht für die Desktop-App',
    otherPlatform: 'für {{platform}}',
  },
  usePlan: {
    failed: 'Der Tarif ist noch nicht auf diesem Gerät',
    none: 'Ihr Konto hat keinen Platz in diesem Tarif: Im Arbeitsbereich sind mehr Personen als bezahlte Plätze.',
  },
  platforms: { windows: 'Windows', mac: 'macOS', linux: 'Linux', desktop: 'Alle Systeme' },
  status: { trial: 'Test', active: 'aktiv', expired: 'abgelaufen', revoked: 'widerrufen' },
  noServer: {
    title: 'Hier ist kein Kontoserver',
    message:
      'Schlüssel, Anmeldung und Testphase brauchen einen. „npm start“ startet den dieses Computers mit der App; ein gehosteter wird mit SOUNDDESK_SUPABASE_URL und SOUNDDESK_SUPABASE_ANON_KEY eingestellt.',
  },
  free: {
    action: 'Mit dem kostenlosen Tarif weitermachen',
    note: '{{minutes}} Minuten Rauschunterdrückung am Tag, ohne Lizenz.',
    usedUp: 'Der kostenlose Tarif ist für heute verbraucht',
    usedUpMessage:
      'Die Rauschunterdrückung lief heute {{minutes}} Minuten. Morgen beginnt es von neuem; mit einer Lizenz gibt es keine Grenze.',
  },
  renew: 'Jetzt erneuern',
  checkAgain: 'Noch einmal prüfen',
  sent: {
    title: 'Was gesendet wird',
    sent: 'Gesendet an {{server}}: der Schlüssel, eine Zufallszahl für dieses Gerät ({{device}}…), sein Name „{{name}}“ und sein System.',
    sentNowhere: 'Solange es keinen Kontoserver gibt, wird nichts gesendet.',
    notSent: 'Nie gesendet: Ton, Video, Dateinamen oder was Sie in {{product}} tun.',
    offline:
      'Danach funktioniert es 14 Tage ohne Netz, und 7 weitere mit einem Hinweis. Jeder Kontakt erneuert die Lizenz.',
    keychain: 'Die Lizenz liegt im Schlüsselbund dieses Systems.',
    file: 'Die Lizenz liegt in einer Datei, die nur Ihr Benutzerkonto auf diesem Computer lesen kann: Hier gibt es keinen Schlüsselbund.',
  },
  pill: {
    trial_one: 'Test: noch {{count}} Tag',
    trial_other: 'Test: noch {{count}} Tage',
    active: 'Lizenziert',
    grace_one: 'In {{count}} Tag erneuern',
    grace_other: 'In {{count}} Tagen erneuern',
    free: 'Kostenloser Tarif',
  },
  dialog: {
    title: 'Lizenz',
    license: 'Lizenz',
    plan: 'Tarif',
    state: 'Zustand',
    device: 'Dieses Gerät',
    contact: 'Letzter Kontakt',
    never: 'nie',
    trialEnds: 'Testphase bis {{date}}',
    activeUntil: 'Aktiv; funktioniert offline bis {{date}}',
    graceUntil_one: 'Nicht erneuert; funktioniert noch {{count}} Tag',
    graceUntil_other: 'Nicht erneuert; funktioniert noch {{count}} Tage',
    freeUsed: 'Kostenloser Tarif: {{used}} von {{limit}} Minuten heute verbraucht',
    deactivate: 'Dieses Gerät deaktivieren',
    deactivateAsk: 'Dieses Gerät deaktivieren?',
    deactivateMessage:
      'Die Lizenz ist dann für ein anderes Gerät frei. Dieses fragt wieder nach einer Lizenz oder macht mit dem kostenlosen Tarif weiter.',
    renewed: 'Die Lizenz wurde erneuert',
    deactivated: 'Dieses Gerät wurde deaktiviert',
  },
  activated: '{{product}} ist aktiviert',
};
