/** The main process's own few texts, in English: the form that those in other languages have. */
export const english = {
  app: 'Vitrine',
  savePicture: 'Save picture',
  exportProducts: 'Export products',
  shareReviews: 'Save reviews for colleagues',
  mergeReviews: 'Merge a colleague’s reviews',
  reviewFiles: 'Reviews',
  addAuthorities: 'Trust a certificate authority',
  certificateFiles: 'Certificates',
  saveDiagnostics: 'Save diagnostics',
  menu: {
    file: 'File',
    edit: 'Edit',
    view: 'View',
    window: 'Window',
    helpMenu: 'Help',
    openLogs: 'Open logs folder',
    // Of commands: as the window's own words for them.
    about: 'About Vitrine',
    settings: 'Settings',
    'new-connection': 'Connect a store',
    export: 'Export…',
    find: 'Find',
    palette: 'Commands and products',
    'go-products': 'Go to Products',
    'go-review': 'Go to Review',
    'go-quality': 'Go to Quality',
    'go-changes': 'Go to Changes',
    refresh: 'Refresh',
    sync: 'Sync catalog',
    'first-page': 'First page',
    'previous-page': 'Previous page',
    'next-page': 'Next page',
    'last-page': 'Last page',
    'toggle-details': 'Product details',
    'toggle-sidebar': 'Sidebar',
    help: 'Vitrine help',
    shortcuts: 'Keyboard shortcuts',
    tour: 'Take the tour',
    'check-connection': 'Check connection',
    roles: {
      services: 'Services',
      hide: 'Hide Vitrine',
      hideOthers: 'Hide others',
      unhide: 'Show all',
      quit: 'Quit Vitrine',
      close: 'Close window',
      undo: 'Undo',
      redo: 'Redo',
      cut: 'Cut',
      copy: 'Copy',
      paste: 'Paste',
      delete: 'Delete',
      selectAll: 'Select all',
      resetZoom: 'Actual size',
      zoomIn: 'Zoom in',
      zoomOut: 'Zoom out',
      togglefullscreen: 'Full screen',
      toggleDevTools: 'Developer tools',
      minimize: 'Minimize',
      zoom: 'Zoom window',
      front: 'Bring all to front'
    }
  },
  crash: {
    title: 'Vitrine has to close',
    text: 'Its window stopped working twice in a row. Start Vitrine again; your connections are kept.'
  },
  bug: {
    title: 'Vitrine has to close',
    text: 'Something went wrong that Vitrine cannot recover from. Start it again; everything that was saved is kept.'
  },
  failedStart: {
    title: 'Vitrine could not start',
    text: 'Start it once more. If it fails again, install Vitrine again: your stores and reviews are kept. What went wrong is written here:'
  },
  failedUpdate: {
    title: 'The new version could not be installed',
    text: 'Open Vitrine again: you still have the version from before, and the new one is offered again.'
  },
  hang: {
    title: 'Vitrine is not responding',
    text: 'You can wait, or reload the window. Reloading keeps everything that was saved.',
    wait: 'Wait',
    reload: 'Reload'
  }
}
