export { failureWords, type FailureWords } from '../../i18n/failure-words'
