import { baseUrl, payingFetch, readSandbox, solve } from './_buyer.ts'

/**
 * `npm run call -- pow hash '{"text":"hi"}'`: one paid call of the running server, by the rail that
 * is named.
 */
const [rail, slug, text = '{}'] = process.argv.slice(2)
const url = baseUrl()

try {
  if (!slug || !['pow', 'credits', 'x402', 'none'].includes(rail ?? '')) {
    throw new Error(`usage: npm run call -- <pow|credits|x402|none> <slug> '<json>'`)
  }
  const { results } = (await (await fetch(`${url}/api/find?q=${slug}&k=25`)).json()) as {
    results: readonly { slug: string; callExample: { method: string; path: string } }[]
  }
  const found = results.find((entry) => entry.slug === slug)
  if (!found) throw new Error(`${url} sells no tool called ${slug}`)
  const { method, path } = found.callExample
  const query =
    method === 'GET'
      ? `?${new URLSearchParams(JSON.parse(text) as Record<string, string>).toString()}`
      : ''
  const send = rail === 'x402' ? payingFetch(await readSandbox()) : fetch
  const reply = await send(url + path + query, {
    method,
    headers: { 'content-type': 'application/json', ...(await paymentBy(rail ?? '', slug)) },
    ...(method === 'POST' ? { body: text } : {}),
  })
  process.stdout.write(`${reply.status}\n`)
  for (const name of ['payment-response', 'x-credits-balance']) {
    const value = reply.headers.get(name)
    if (value) process.stdout.write(`${name}: ${readable(value)}\n`)
  }
  process.stdout.write(`${await reply.text()}\n`)
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  process.exitCode = 1
}

async function paymentBy(chosen: string, tool: string): Promise<Record<string, string>> {
  if (chosen === 'pow') return { 'x-pow-solution': await solve(url, tool) }
  if (chosen === 'credits') return { authorization: `Bearer ${(await readSandbox()).creditsKey}` }
  return {}
}

function readable(value: string): string {
  return value.startsWith('ey') ? Buffer.from(value, 'base64').toString('utf8') : value
}
