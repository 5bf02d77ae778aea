import { merged, type Messages } from '../merged'

/** All texts of this folder's files; one that is missing is shown in English. */
export default merged(import.meta.glob<Messages>('./*.json', { eager: true, import: 'default' }))
