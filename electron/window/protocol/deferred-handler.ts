import { protocol } from 'electron'
import { type AnswerCall } from '../../ipc/calls'
import { listenToCalls } from '../../ipc/listen'
import { appScheme } from './origin'

/** How the app answers its page. */
export interface PageAnswers {
  /** A request for `app://`. */
  request: (request: Request) => Promise<Response>
  call: AnswerCall
}

/** Answers a request by path, or returns null to leave it to the app. */
export type EarlyAnswer = (path: string) => Promise<Response> | Response | null

/** Accepts the page's requests and calls before the app is loaded; those that need the app wait for it. */
export interface Reception {
  /** Answers until the app is loaded. */
  answerEarly: (answer: EarlyAnswer) => void
  /** Lets the app answer from now on. */
  answerBy: (answers: PageAnswers) => void
}

/** Call after `app` is ready, once. */
export function openReception(): Reception {
  const app = Promise.withResolvers<PageAnswers>()
  let early: EarlyAnswer = () => null
  protocol.handle(appScheme, async (request) => {
    const answer = early(URL.parse(request.url)?.pathname ?? '')
    return answer ?? (await app.promise).request(request)
  })
  listenToCalls(app.promise.then(({ call }) => call))
  return {
    answerEarly(answer) {
      early = answer
    },
    answerBy(answers) {
      early = () => null
      app.resolve(answers)
    }
  }
}
