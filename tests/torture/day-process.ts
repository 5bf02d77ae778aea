/** A process that goes through a day, says after each step that it is saved, and is killed at some moment. */
import { writeSync } from 'node:fs'
import { dayOf } from './day'
import { Desk } from './desk'

const [folder = '', seed = '', steps = '', colleague = ''] = process.argv.slice(2)
const desk = new Desk(folder)
await desk.open()
writeSync(1, '\n')
for (const step of dayOf(Number(seed), Number(steps), colleague)) {
  await step(desk)
  writeSync(1, '\n')
}
