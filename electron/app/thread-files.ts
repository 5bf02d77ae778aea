import auditFile from '../quality/worker/audit?modulePath'
import readerFile from './catalog-reader?modulePath'
import writerFile from './catalog-writer?modulePath'
import exportFile from '../export/worker/export?modulePath'
import publishingFile from '../publishing/worker/publishing-thread?modulePath'
import picturesFile from '../images/disk/disk-thread?modulePath'
import decoderFile from '../images/decode/decoder-process?modulePath'
import reviewsFile from '../reviews/reviews-thread?modulePath'

/** The built entry of each thread. */
export const threadFiles = {
  audit: auditFile,
  reader: readerFile,
  writer: writerFile,
  export: exportFile,
  pictures: picturesFile,
  publishing: publishingFile,
  reviews: reviewsFile
}

/** The built entry of the decoder's process. */
export { decoderFile }

export type ThreadFiles = typeof threadFiles
