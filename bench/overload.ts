import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { issueKeys } from './support/keys.ts'
import { startService, type Server } from './support/server.ts'
import { crowd, type CrowdTask, type CrowdAnswers } from './support/crowd.ts'

/**
 * `node run.mjs bench/overload.ts [connections]`: what the service can do with a mix of quotes,
 * calls that pay and looks at its health is measured first, then ten times as much is asked of it
 * by a process of its own. Fails where a quote or a look at the health that was answered took
 * longer than a quarter of a second at the 99th percentile, where a refusal does not say when to
 * come again, or where the books do not show what was answered.
 */
const CONNECTIONS = Number(process.argv[2] ?? 2_000)
const TIMES = 10
const P99_MAX_MS = 250
const SECONDS = 8

async function main(): Promise<void> {
  const service = await startService({ LOG_LEVEL: 'warn' })
  const [creditsKey = ''] = await issueKeys(service, 1)
  const key = { authorization: `Bearer ${creditsKey}` }
  const before = await callsOf(service, key)
  const base = { url: service.url, creditsKey, seconds: SECONDS / 2 }
  try {
    const warm = await load(service, { ...base, connections: 32, perSecond: Infinity })
    const able = await load(service, { ...base, connections: 32, perSecond: Infinity })
    const capacity = able.sent / able.seconds
    print(`at its capacity, 32 connections`, able)
    const perSecond = TIMES * capacity
    const task = { ...base, seconds: SECONDS, connections: CONNECTIONS, perSecond }
    const much = await load(service, task)
    print(`${TIMES} times as much, ${CONNECTIONS} connections`, much)
    const paid = (await callsOf(service, key)) - before
    const told = sum([warm, able, much].map(({ heard }) => heard.find(isPaid)?.all ?? 0))
    process.stdout.write(`sold ${paid} calls; their buyers heard of ${told}\n`)
    const slow = much.heard.filter(({ kind, p99 }) => kind !== 'paid' && p99 > P99_MAX_MS)
    const dropped = sum(much.heard.map(({ odd }) => odd))
    const isGood = slow.length === 0 && dropped === 0 && paid === told
    process.stdout.write(`${isGood ? 'good' : 'bad'}\n`)
    if (!isGood) process.exitCode = 1
  } finally {
    await service.stop()
  }
}

interface Loaded {
  readonly heard: readonly CrowdAnswers[]
  readonly seconds: number
  readonly sent: number
  readonly mb: number
}

/** What buyers in a process of their own have heard, and the memory of the service meanwhile. */
async function load(service: Server, task: CrowdTask): Promise<Loaded> {
  const child = fork(import.meta.filename, ['crowd'], { serialization: 'advanced' })
  const telling = once(child, 'message')
  child.send(task)
  let mb = 0
  const timer = setInterval(() => (mb = Math.max(mb, residentMb(service.pid))), 100)
  const [told] = (await telling) as [Omit<Loaded, 'mb'>]
  clearInterval(timer)
  await sleep(500)
  return { ...told, mb }
}

const residentMb = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

async function callsOf(service: Server, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(`${service.url}/api/credits/balance`, { headers })
  return ((await answer.json()) as { calls: number }).calls
}

const ms = (time: number): string => `${time.toFixed(0)} ms`

function print(name: string, { heard, seconds, sent, mb }: Loaded): void {
  process.stdout.write(
    `${name}: ${(sent / seconds).toFixed(0)} sent a second, ${mb.toFixed(0)} MB at most\n`,
  )
  for (const { kind, all, answered, away, odd, p50, p99, p99Away } of heard) {
    const rate = (count: number): string => `${(count / seconds).toFixed(0)}/s`
    const words = [
      `  ${kind.padEnd(7)} ${rate(all).padStart(8)} answered`,
      `to the polite ${rate(answered)}, p50 ${ms(p50)}, p99 ${ms(p99)}`,
      `${rate(away)} turned away, p99 ${ms(p99Away)}`,
      `${odd} odd`,
    ]
    process.stdout.write(`${words.join('; ')}\n`)
  }
}

const isPaid = ({ kind }: CrowdAnswers): boolean => kind === 'paid'
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

if (process.argv[2] !== 'crowd') await main()
else {
  process.once('message', (task: CrowdTask) => {
    void crowd(task).then((told) => {
      process.send?.(told, () => process.exit(0))
    })
  })
}
