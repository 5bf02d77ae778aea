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
  menu: {
    file: 'File',
    edit: 'Edit',
    view: 'View',
    window: 'Window',
    newConnection: 'New connection…',
    settings: 'Settings…',
    find: 'Find…',
    refresh: 'Refresh',
    sync: 'Sync catalog',
    firstPage: 'First page',
    previousPage: 'Previous page',
    nextPage: 'Next page',
    lastPage: 'Last page'
  },
  crash: {
    title: 'Vitrine has to close',
    text: 'Its window stopped working twice in a row. Start Vitrine again; your connections are kept.'
  }
}
