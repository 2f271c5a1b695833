import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { openCrew, type ToWorker } from '../../src/service/process/crew.ts'

// Two processes that do nothing, behind a first one that looks after them.
const { BROKEN = '', STUCK = '', LATE = '', END_WITHIN_MS = '300' } = process.env
const LATE_MS = 1_000
const say = (line: string): void => void process.stdout.write(`${line}\n`)

if (cluster.isWorker) {
  if (existsSync(BROKEN)) process.exit(1)
  const isStuck = existsSync(STUCK)
  process.on('SIGHUP', () => {})
  if (existsSync(LATE)) {
    say('starts late')
    // Until then it hears nothing, as a process that loads its code.
    await new Promise((resolve) => setTimeout(resolve, LATE_MS))
  }
  process.on('message', ({ kind }: ToWorker) => isStuck || kind === 'settings' || process.exit(0))
  process.send?.({ kind: 'ready', banner: '' })
} else {
  const crew = openCrew({
    count: 2,
    settings: {},
    endWithinMs: Number(END_WITHIN_MS),
    say,
  })
  await crew.opened
  process.on('SIGHUP', () => void crew.restart())
  process.on('SIGTERM', () => void crew.stop().then(() => process.exit(0)))
  say('open')
}
