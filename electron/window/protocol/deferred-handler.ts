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

/** Answers a request of a path, or leaves it to the app. */
export type EarlyAnswer = (path: string) => Promise<Response> | Response | null

/** Takes what the page asks, from before the app itself is loaded; whatever only that can answer waits for it. */
export interface Reception {
  /** What answers until the app is there. */
  answerEarly: (answer: EarlyAnswer) => void
  /** From now on the app answers. */
  answerBy: (answers: PageAnswers) => void
}

/** After `app` is ready. Nobody else answers for `app://`. */
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
