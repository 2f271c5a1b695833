import { baseUrl, payingByEvm, payingByTempo, payingFetch, readSandbox, solve } from './_buyer.ts'

/**
 * `npm run call -- pow hash '{"text":"hi"}'`: one paid call of the running server, by the rail that
 * is named.
 */
const RAILS = ['pow', 'credits', 'x402', 'mpp', 'mpp-tempo', 'none']
const [rail, slug, text = '{}'] = process.argv.slice(2)
// Whoever reads the output may go first, as `head` does.
process.stdout.on('error', () => {})
const url = baseUrl()

try {
  if (!slug || !RAILS.includes(rail ?? '')) {
    throw new Error(`usage: npm run call -- <${RAILS.join('|')}> <slug> '<json>'`)
  }
  const search = await fetch(`${url}/api/find?q=${slug}&k=25`).catch(() => {
    throw new Error(`${url} does not answer: start the server, or set FAREBOX_URL to its address`)
  })
  const { results } = (await search.json()) as {
    results: readonly { slug: string; callExample: { method: string; path: string } }[]
  }
  const found = results.find((entry) => entry.slug === slug)
  if (!found) throw new Error(`${url} sells no tool called ${slug}`)
  const { method, path } = found.callExample
  const query =
    method === 'GET'
      ? `?${new URLSearchParams(JSON.parse(text) as Record<string, string>).toString()}`
      : ''
  const send = await payingBy(rail ?? '')
  const reply = await send(url + path + query, {
    method,
    headers: { 'content-type': 'application/json', ...(await paymentBy(rail ?? '', slug)) },
    ...(method === 'POST' ? { body: text } : {}),
  })
  process.stdout.write(`${reply.status}\n`)
  for (const name of ['payment-response', 'payment-receipt', 'x-credits-balance']) {
    const value = reply.headers.get(name)
    if (value) process.stdout.write(`${name}: ${readable(value)}\n`)
  }
  process.stdout.write(`${await reply.text()}\n`)
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  process.exitCode = 1
}

async function payingBy(chosen: string): Promise<typeof fetch> {
  if (chosen === 'x402') return payingFetch(await readSandbox())
  if (chosen === 'mpp') return payingByEvm(await readSandbox())
  if (chosen !== 'mpp-tempo') return fetch
  const [, tempo] = (await readSandbox()).chains
  if (!tempo) throw new Error('The sandbox has no Tempo chain: MPP=false.')
  return payingByTempo(tempo)
}

async function paymentBy(chosen: string, tool: string): Promise<Record<string, string>> {
  if (chosen === 'pow') return { 'x-pow-solution': await solve(url, tool) }
  if (chosen === 'credits') return { authorization: `Bearer ${(await readSandbox()).creditsKey}` }
  return {}
}

function readable(value: string): string {
  return value.startsWith('ey') ? Buffer.from(value, 'base64').toString('utf8') : value
}
