import type { english } from './en'

/** The main process's own few texts, in German. */
export const german: typeof english = {
  app: 'Vitrine',
  savePicture: 'Bild speichern',
  exportProducts: 'Produkte exportieren',
  shareReviews: 'Prüfungen für Kollegen speichern',
  mergeReviews: 'Prüfungen von Kollegen zusammenführen',
  reviewFiles: 'Prüfungen',
  addAuthorities: 'Einer Zertifizierungsstelle vertrauen',
  certificateFiles: 'Zertifikate',
  saveDiagnostics: 'Diagnose speichern',
  menu: {
    file: 'Datei',
    edit: 'Bearbeiten',
    view: 'Ansicht',
    window: 'Fenster',
    helpMenu: 'Hilfe',
    openLogs: 'Ordner der Protokolldateien öffnen',
    about: 'Über Vitrine',
    settings: 'Einstellungen',
    'new-connection': 'Shop verbinden',
    export: 'Exportieren\u00a0…',
    find: 'Suchen',
    palette: 'Befehle und Produkte',
    'go-products': 'Zu Produkte',
    'go-review': 'Zu Prüfung',
    'go-quality': 'Zu Qualität',
    'go-changes': 'Zu Änderungen',
    refresh: 'Aktualisieren',
    sync: 'Katalog abgleichen',
    'first-page': 'Erste Seite',
    'previous-page': 'Vorige Seite',
    'next-page': 'Nächste Seite',
    'last-page': 'Letzte Seite',
    'toggle-details': 'Produktdetails',
    'toggle-sidebar': 'Seitenleiste',
    help: 'Hilfe zu Vitrine',
    shortcuts: 'Tastenkürzel',
    tour: 'Rundgang',
    'check-connection': 'Verbindung prüfen',
    roles: {
      services: 'Dienste',
      hide: 'Vitrine ausblenden',
      hideOthers: 'Andere ausblenden',
      unhide: 'Alle einblenden',
      quit: 'Vitrine beenden',
      close: 'Fenster schließen',
      undo: 'Rückgängig',
      redo: 'Wiederholen',
      cut: 'Ausschneiden',
      copy: 'Kopieren',
      paste: 'Einfügen',
      delete: 'Löschen',
      selectAll: 'Alles auswählen',
      resetZoom: 'Originalgröße',
      zoomIn: 'Vergrößern',
      zoomOut: 'Verkleinern',
      togglefullscreen: 'Vollbild',
      toggleDevTools: 'Entwicklertools',
      minimize: 'Minimieren',
      zoom: 'Fenster zoomen',
      front: 'Alle nach vorne'
    }
  },
  crash: {
    title: 'Vitrine muss schließen',
    text: 'Das Fenster ist zweimal hintereinander ausgefallen. Starten Sie Vitrine neu; Ihre Verbindungen bleiben erhalten.'
  },
  bug: {
    title: 'Vitrine muss schließen',
    text: 'Es ist etwas schiefgegangen, von dem sich Vitrine nicht erholen kann. Starten Sie es neu; alles Gespeicherte bleibt erhalten.'
  },
  failedStart: {
    title: 'Vitrine konnte nicht starten',
    text: 'Starten Sie es noch einmal. Wenn es wieder misslingt, installieren Sie Vitrine neu: Ihre Shops und Prüfungen bleiben erhalten. Was schiefging, steht hier:'
  },
  failedUpdate: {
    title: 'Die neue Version konnte nicht installiert werden',
    text: 'Öffnen Sie Vitrine wieder: Sie haben noch die bisherige Version, und die neue wird wieder angeboten.'
  },
  hang: {
    title: 'Vitrine reagiert nicht',
    text: 'Sie können warten oder das Fenster neu laden. Alles Gespeicherte bleibt dabei erhalten.',
    wait: 'Warten',
    reload: 'Neu laden'
  }
}
