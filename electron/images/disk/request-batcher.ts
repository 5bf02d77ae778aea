/**
 * Gathers questions, so that those of one turn cross to a thread together: the first goes at the end of the turn, and what is
 * asked while an answer is awaited goes as one when it is there.
 *
 * @param ask answers each question, in their order; never rejects
 * @param most questions that go at once
 */
export function inBatches<Question, Answer>(
  ask: (questions: Question[]) => Promise<Answer[]>,
  most: number
): (question: Question) => Promise<Answer | undefined> {
  let waiting: { question: Question; answer: (answer: Answer | undefined) => void }[] = []
  let isBusy = false

  async function run(): Promise<void> {
    // The rest of this turn.
    await Promise.resolve()
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      const answers = await ask(batch.map(({ question }) => question))
      batch.forEach(({ answer }, index) => answer(answers[index]))
    }
    isBusy = false
  }

  return (question) =>
    new Promise((resolve) => {
      waiting.push({ question, answer: resolve })
      if (isBusy) return
      isBusy = true
      void run()
    })
}
