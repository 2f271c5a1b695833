import { solve } from '../scripts/_buyer.ts'
import { issueKeys } from './support/keys.ts'
import { compare, type Load } from './support/load.ts'
import { startBaseline, startService } from './support/server.ts'

/** Quotes, credits calls and proof-of-work calls per second against a bare `node:http` server. */
const BODY = '{"text":"hello"}'

const side = (pid: number, load: Load) => ({ pid, load: () => load })

async function benchCalls(): Promise<void> {
  const service = await startService({ POW_DIFFICULTY: '8' })
  const sample = await fetch(`${service.url}/api/hash`, { method: 'POST', body: BODY })
  const skipped = new Set(['date', 'connection', 'keep-alive', 'content-length', 'x-request-id'])
  const headers = Object.fromEntries([...sample.headers].filter(([name]) => !skipped.has(name)))
  const said = JSON.stringify({ headers, body: await sample.text() })
  const bare = await startBaseline('baseline-http.ts', [Buffer.from(said).toString('base64')])
  const [key = ''] = await issueKeys(service, 1)
  try {
    const quote = { url: `${service.url}/api/hash`, body: BODY, status: 402 }
    const bareQuote = side(bare.pid, { url: `${bare.url}/quote`, body: BODY, status: 402 })
    await compare('402 quotes', side(service.pid, quote), bareQuote, 'node:http')
    const answer = side(bare.pid, { url: `${bare.url}/hash`, body: BODY, status: 200 })
    const headers = { authorization: `Bearer ${key}` }
    const paid = side(service.pid, { ...quote, headers, status: 200 })
    await compare('credits calls, durable', paid, answer, 'node:http')
    const work = { pid: service.pid, load: (amount: number) => workLoad(service.url, amount) }
    await compare('proof-of-work calls, durable', work, answer, 'node:http')
  } finally {
    await Promise.all([service.stop(), bare.stop()])
  }
}

const AT_ONCE = 32

/** Redeems solutions that were found beforehand: the buyer's work is not the server's. */
async function workLoad(url: string, amount: number): Promise<Load> {
  const solutions: string[] = []
  while (solutions.length < amount) {
    solutions.push(
      ...(await Promise.all(Array.from({ length: AT_ONCE }, () => solve(url, 'hash')))),
    )
  }
  return {
    url: `${url}/api/hash`,
    body: BODY,
    status: 200,
    headersOf: () => ({ 'x-pow-solution': solutions.pop() ?? 'none' }),
  }
}

if (import.meta.main) await benchCalls()
