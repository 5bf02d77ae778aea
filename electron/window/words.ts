/** The main process's own few texts: the menu and the one message without a page. */
export const words = {
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
