/** A process that goes through a day, says that it begins, that its reviews are open and after each step that it is saved, and is killed. */
import { writeSync } from 'node:fs'
import { dayOf } from './day'
import { Desk } from './desk'

const [folder = '', seed = '', steps = '', colleague = ''] = process.argv.slice(2)
const desk = new Desk(folder)
writeSync(1, '\n')
const { state } = await desk.open()
if (state !== 'ready') throw new Error(`the reviews are ${state}`)
writeSync(1, '\n')
for (const step of dayOf(Number(seed), Number(steps), colleague)) {
  await step(desk)
  writeSync(1, '\n')
}
