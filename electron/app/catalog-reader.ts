/** Entry of the thread that reads the catalogs: with the catalog's own methods, what other features read in them. */
import { createReader } from '../catalog/read/methods'
import type { ReaderMethods } from '../catalog/protocol'
import { serve } from '../database/thread-serve'
import { createHistoryMethods } from '../history/worker/history-methods'
import { openFindings } from '../quality/worker/findings-file'
import { openReviews } from '../reviews/read/attached-reviews'
import { openStandings } from '../reviews/read/attached-standings'

const reader = createReader({ openReviews, openFindings, openStandings })
serve<ReaderMethods>({ ...reader.methods, ...createHistoryMethods(reader.catalogs) }, { idle: reader.idle })
