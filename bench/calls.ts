import { solve } from '../scripts/_buyer.ts'
import { perProcessorSecond, perSecond, perSecondOf, ratio, type Load } from './support/load.ts'
import { startBaseline, startHouse } from './support/server.ts'

/** Quotes, credits calls and proof-of-work calls per second against a bare `node:http` server. */
const BODY = '{"text":"hello"}'

async function benchCalls(): Promise<void> {
  const house = await startHouse({ POW_DIFFICULTY: '8' })
  const sample = await fetch(`${house.url}/api/hash`, { method: 'POST', body: BODY })
  const skipped = new Set(['date', 'connection', 'keep-alive', 'content-length', 'x-request-id'])
  const headers = Object.fromEntries([...sample.headers].filter(([name]) => !skipped.has(name)))
  const said = JSON.stringify({ headers, body: await sample.text() })
  const bare = await startBaseline('baseline-http.ts', [Buffer.from(said).toString('base64')])
  const { creditsKey } = await house.sandbox()
  try {
    const quote: Load = { url: `${house.url}/api/hash`, body: BODY, status: 402 }
    const bareQuote: Load = { url: `${bare.url}/quote`, body: BODY, status: 402 }
    const paid: Load = {
      url: `${house.url}/api/hash`,
      body: BODY,
      headers: { authorization: `Bearer ${creditsKey}` },
      status: 200,
    }
    const answer: Load = { url: `${bare.url}/hash`, body: BODY, status: 200 }
    const both = async (name: string, ours: Load, theirs: Load): Promise<void> => {
      await ratio(
        name,
        () => perSecond(ours),
        () => perSecond(theirs),
        'node:http',
      )
      await ratio(
        `${name}, processor`,
        () => perProcessorSecond(house.pid, ours),
        () => perProcessorSecond(bare.pid, theirs),
        'node:http',
      )
    }
    await both('402 quotes', quote, bareQuote)
    await both('credits calls, durable', paid, answer)
    const work = () => workPerSecond(house.url)
    await ratio('proof-of-work calls, durable', work, () => perSecond(answer), 'node:http')
  } finally {
    await Promise.all([house.stop(), bare.stop()])
  }
}

const SOLUTIONS = 20_000
const AT_ONCE = 32

/** Redeems solutions that were found beforehand: the buyer's work is not the server's. */
async function workPerSecond(url: string): Promise<number> {
  const solutions: string[] = []
  while (solutions.length < SOLUTIONS) {
    solutions.push(
      ...(await Promise.all(Array.from({ length: AT_ONCE }, () => solve(url, 'hash')))),
    )
  }
  return perSecondOf(solutions.length, {
    url: `${url}/api/hash`,
    body: BODY,
    status: 200,
    headersOf: () => ({ 'x-pow-solution': solutions.pop() ?? 'none' }),
  })
}

if (import.meta.main) await benchCalls()
