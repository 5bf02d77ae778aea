/** Entry of the thread that keeps reviews. */
import { serve } from '../database/thread-serve'
import type { ReviewMethods } from './protocol'
import { createReviewSide } from './thread-methods'

serve<ReviewMethods>(createReviewSide())
