import { createHash, hash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import {
  commandFor,
  ENGINES,
  missingEngine,
  type EngineName,
} from '../src/base/core/optional-engines.ts'
import type { Tool } from '../src/base/core/tool.ts'
import { isInstalled } from '../src/selling/catalog/installed-engines.ts'
import { createCatalog } from '../src/selling/catalog/catalog.ts'
import { sampleOf, type Sample } from '../src/selling/catalog/sample.ts'
import { networkOf } from '../src/outside/chains/networks.ts'
import { readConfig, type Settings } from '../src/service/settings/config.ts'
import { formatUsd } from '../src/base/core/money.ts'
import { createClient } from '../src/outside/net/request.ts'
import { loadTools, withOwnChains } from '../src/service/build/goods.ts'
import { openWallets } from '../src/service/build/purse.ts'
import { usdOfUnits } from '../src/buying/purse/amounts.ts'
import {
  assertUsable,
  declaredBy,
  namesIn,
  settingsOf,
  settingWarnings,
  wantsSandbox,
} from '../src/service/ops/check-settings.ts'
import { whyNotWalled } from '../src/engines/threads/own-process.ts'
import { checkDatabase, checkFolder, type HealthVerdict } from '../src/stores/health.ts'
import { openPostgres } from '../src/stores/database/postgres.ts'
import { openSqlite } from '../src/stores/database/sqlite.ts'

/**
 * `npm run doctor`: whether an instance can run and be paid with the settings of this shell. Asks
 * the instance at FAREBOX_URL, or the one on PORT, for a quote and a paid call; on the sandbox also
 * for one that a wallet pays. Changes nothing but these sales. Ends with 1 if something is wrong.
 */
const REQUEST_MS = 10_000
const CLOCK_OFF_MAX_MS = 5_000
const TRIES_MAX = 50_000_000

const found: HealthVerdict[] = []
const ok = (sentence: string): void => say(['ok', sentence])
const warn = (sentence: string): void => say(['warn', sentence])
const wrong = (sentence: string): void => say(['WRONG', sentence])

function say(verdict: HealthVerdict): void {
  found.push(verdict)
  process.stdout.write(`${verdict[0].padEnd(6)} ${verdict[1]}\n`)
}

/** A check that cannot be made is a finding of its own. */
async function check(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    wrong(`${what}: ${reasonOf(thrown)}`)
  }
}

if (process.argv.includes('--help')) {
  process.stdout.write('usage: npm run doctor\n')
  process.exit(0)
}
await check('node', checkNode)
await check('programs of strangers', checkWalls)
const usable = await usableSettings()
if (usable) {
  const { settings, sample } = usable
  await check('disk', () => checkDisk(settings))
  await check('database', () => checkTables(settings))
  for (const [id, url] of Object.entries(settings.settlement.RPC_URLS))
    await check(`chain ${id}`, () => checkChain(id, url))
  await check('the purse', () => checkPurse(settings))
  for (const url of facilitatorsOf(settings))
    await check(`facilitator ${new URL(url).host}`, () => checkFacilitator(url))
  const url = process.env['FAREBOX_URL'] ?? `http://127.0.0.1:${settings.serving.PORT}`
  await check(`the instance at ${url}`, () => checkInstance(url, settings, sample))
}
const count = (level: HealthVerdict[0]): number => found.filter(([each]) => each === level).length
process.stdout.write(`\n${count('WRONG')} wrong, ${count('warn')} to look at\n`)
process.exitCode = count('WRONG') > 0 ? 1 : 0

/** The pinned Node comes from npm: its hash can be compared with that of the official archive. */
async function checkNode(): Promise<void> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(process.execPath), digest)
  ok(`Node ${process.version} at ${process.execPath}, sha256 ${digest.digest('hex')}`)
}

/** Without these walls some programs are not run, and the tool says so. */
async function checkWalls(): Promise<void> {
  const lack = whyNotWalled()
  if (lack === null) ok('programs of strangers run behind walls of the kernel')
  else warn(`code-run sells no Python here: ${lack}`)
}

async function usableSettings(): Promise<{
  settings: Settings
  sample: Sample | null
} | null> {
  try {
    const read = readConfig(process.env)
    const loaded = await loadTools(read)
    const declared = declaredBy(loaded.tools)
    assertUsable(read, declared)
    for (const sentence of settingWarnings(read, { declared, tools: namesIn(loaded) }))
      warn(sentence)
    ok(`the settings are usable${wantsSandbox(read) ? '; the sandbox starts' : ''}`)
    // As the start reads them: without money some have a default, and the sandbox brings chains.
    const toCome = wantsSandbox(read) ? { rpcUrl: 'http://127.0.0.1', tempoRpcUrl: null } : null
    const setting = withOwnChains(settingsOf(read, declared), toCome)
    const offer = { setting, off: read.serving.TOOLS_OFF }
    const { tools } = createCatalog(loaded, offer)
    const missing = tools.flatMap(({ slug, unavailable }) => (unavailable ? [slug] : []))
    sayEngines(createCatalog(loaded, { off: read.serving.TOOLS_OFF, isInstalled }).tools)
    if (missing.length === 0) ok(`all ${tools.length} tools have their settings`)
    else warn(`${missing.length} of ${tools.length} tools lack a setting: ${missing.join(', ')}`)
    return { settings: read, sample: sampleOf(tools) }
  } catch (thrown) {
    wrong((thrown as Error).message)
    return null
  }
}

/** The optional packages that are not installed, and the tools that wait for them. */
function sayEngines(tools: readonly Tool[]): void {
  const missing = (Object.keys(ENGINES) as EngineName[]).filter((name) => !isInstalled(name))
  if (missing.length === 0) ok('all engines of tools are installed')
  for (const name of missing) {
    const waiting = tools.filter(({ unavailable }) => unavailable?.includes(missingEngine(name)))
    const slugs = waiting.map(({ slug }) => slug).join(', ')
    warn(`the engine ${name} is not installed: \`${commandFor(name)}\`. It runs ${slugs}`)
  }
}

async function checkDisk({ serving }: Settings): Promise<void> {
  const { DATA_DIR, DATABASE_URL } = serving
  if (DATABASE_URL) return
  for (const verdict of await checkFolder(DATA_DIR)) say(verdict)
}

/** A declaration, because the checks run before the end of this file is reached. */
function onError(thrown: Error): void {
  wrong(`database: ${thrown.message}`)
}

async function checkTables({ serving }: Settings): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = serving
  if (!DATABASE_URL && !existsSync(`${DATA_DIR}/farebox.db`)) return
  const db = DATABASE_URL
    ? openPostgres(DATABASE_URL, Date.now, onError)
    : openSqlite(`${DATA_DIR}/farebox.db`, { readonly: true })
  try {
    for (const verdict of await checkDatabase(db, { isCounted: true })) say(verdict)
  } finally {
    await db.close()
  }
}

async function checkChain(id: string, url: string): Promise<void> {
  const { name } = networkOf(id)
  if (id.startsWith('solana:')) return checkGenesis(id, name, await solanaGenesis(url))
  if (id.startsWith('algorand:')) return checkGenesis(id, name, await algorandGenesis(url))
  if (!id.startsWith('eip155:')) return ok(`${name}: not asked`)
  const rpc = async (method: string, params: readonly unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const answer = (await fetchWith(url, { method: 'POST', headers, body })).json
    return (answer as { result?: unknown }).result
  }
  const chainId = Number(await rpc('eth_chainId', []))
  if (`eip155:${chainId}` !== id) return wrong(`${name}: the node is on chain ${chainId}`)
  const block = (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: string }
  const offMs = Date.now() - Number(block.timestamp) * 1000
  if (offMs < -CLOCK_OFF_MAX_MS) wrong(`the clock is ${-offMs / 1000} s behind the chain`)
  else if (offMs > 120_000)
    warn(`${name}: the last block is ${Math.round(offMs / 1000)} s old, or the clock is ahead`)
  else ok(`${name}: the node answers, its last block is ${Math.round(offMs / 1000)} s old`)
}

/** The id of these networks is how the hash of their first block begins. */
function checkGenesis(id: string, name: string, genesis: string): void {
  const [, begin = ''] = id.split(':')
  if (begin.length >= 32 && genesis.startsWith(begin)) ok(`${name}: the node answers`)
  else wrong(`${name}: the node is one of another network, or does not answer as one`)
}

async function solanaGenesis(url: string): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getGenesisHash', params: [] })
  const headers = { 'content-type': 'application/json' }
  const { json } = await fetchWith(url, { method: 'POST', headers, body })
  return String((json as { result?: unknown }).result)
}

async function algorandGenesis(url: string): Promise<string> {
  const { json } = await fetchWith(`${url.replace(/\/+$/, '')}/v2/transactions/params`)
  return String((json as { 'genesis-hash'?: unknown })['genesis-hash'])
}

/** What the purse holds on each chain that it has a key for. */
async function checkPurse(settings: Settings): Promise<void> {
  const trusted = createClient({ policy: 'trusted' })
  try {
    for (const wallet of openWallets(settings, { sandbox: null, trusted, now: Date.now }))
      await check(`the purse on ${wallet.chain}`, async () => {
        const units = await wallet.balance()
        const held = formatUsd(usdOfUnits(units, wallet))
        const sentence = `the purse on ${wallet.chain}, ${wallet.address}, holds ${held}`
        if (units > 0n) ok(sentence)
        else warn(`${sentence}: nothing can be bought there`)
      })
  } finally {
    await trusted.close()
  }
}

/** Those that are named; else those that the networks list, unless this instance settles itself. */
function facilitatorsOf({ payments, settlement }: Settings): readonly string[] {
  const { FACILITATOR_URL, NETWORKS, PAY_TO } = payments
  const { SETTLEMENT_KEY, RPC_URLS } = settlement
  if (!PAY_TO) return []
  if (FACILITATOR_URL) return FACILITATOR_URL
  const isOwn = (id: string): boolean => SETTLEMENT_KEY !== undefined && id in RPC_URLS
  const remote = NETWORKS.filter((id) => !isOwn(id)).map((id) => networkOf(id).facilitator)
  return [...new Set(remote.filter((url) => url !== undefined))]
}

async function checkFacilitator(url: string): Promise<void> {
  const { host } = new URL(url)
  const { status, json, date } = await fetchWith(`${url.replace(/\/+$/, '')}/supported`)
  if (status === 401 || status === 403)
    return warn(`${host} wants a key for its list of networks; the banner shows what it takes`)
  const { kinds = [] } = json as { kinds?: readonly { network?: string }[] }
  if (status !== 200 || kinds.length === 0)
    return wrong(`${host} answers ${status} without networks`)
  ok(`${host} settles on ${kinds.length} kinds of payment`)
  const offMs = date === null ? 0 : Date.now() - date
  if (Math.abs(offMs) > CLOCK_OFF_MAX_MS)
    wrong(`the clock is ${Math.round(offMs / 1000)} s off from that of ${host}`)
}

async function checkInstance(
  url: string,
  settings: Settings,
  sample: Sample | null,
): Promise<void> {
  const { BASE_URL, FREE_MODE } = settings.serving
  const health = await fetchWith(`${url}/health`).catch(() => null)
  if (!health) return warn(`no instance answers at ${url}: start it, and run this again`)
  ok(`the instance answers: ${JSON.stringify(health.json)}`)
  if (BASE_URL && BASE_URL !== url) {
    const outside = await fetchWith(`${BASE_URL}/health`).catch(reasonOf)
    if (typeof outside === 'string') wrong(`${BASE_URL} cannot be reached from here: ${outside}`)
    else if (JSON.stringify(outside.json) === JSON.stringify(health.json))
      ok(`${BASE_URL} leads to it`)
    else wrong(`${BASE_URL} answers ${outside.status}, and not as the instance does`)
  }
  const { json } = await fetchWith(`${url}/api/reliability`)
  const { networks = [] } = json as {
    networks?: readonly {
      name: string
      isPayable: boolean
      trouble: string | null
    }[]
  }
  for (const { name, isPayable, trouble } of networks)
    if (isPayable) ok(`${name} can be paid on`)
    else wrong(`${name} cannot be paid on: ${trouble ?? 'nobody settles there'}`)
  if (!sample) return warn('no call is tried: no tool of this instance takes proof of work')
  const { slug, path, body } = sample
  const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const quote = await fetchWith(`${url}${path}`, call)
  if (FREE_MODE)
    return quote.status === 200 ? ok('a call is free') : wrong(`it answers ${quote.status}`)
  // Switched off at the dashboard, for example, which stands in the instance's database.
  if (quote.status === 503)
    return warn(`no call is tried: ${slug} answers 503: ${JSON.stringify(quote.json)}`)
  if (quote.status !== 402) return wrong(`an unpaid call answers ${quote.status}, not 402`)
  const { accepts = [] } = quote.json as { accepts?: readonly { network: string; payTo: string }[] }
  const offers = accepts.map(({ network, payTo }) => `${network} to ${payTo}`)
  ok(
    `a quote: 402, ${offers.length > 0 ? offers.join(', ') : 'no wallet pays, only work and credits'}`,
  )
  const solution = await solved(url, slug)
  const headers = { ...call.headers, 'x-pow-solution': solution }
  const paid = await fetchWith(`${url}${path}`, { ...call, headers })
  if (paid.status === 200) ok('a call paid by proof of work answers 200')
  else wrong(`a call paid by proof of work answers ${paid.status}: ${JSON.stringify(paid.json)}`)
  if (wantsSandbox(settings) && accepts.length > 0)
    await check('a call paid with test money', () => checkWallet(`${url}${path}`, call))
}

/** On the sandbox, whose wallets are public: pays over x402, and sees whether the money arrives. */
async function checkWallet(url: string, call: RequestInit): Promise<void> {
  const buyer = await import('./_buyer.ts').catch(() => null)
  if (!buyer) return warn('no call is paid with test money: the x402 client is not installed here')
  const sandbox = await buyer.readSandbox()
  const [chain] = sandbox.chains
  const before = await buyer.balance(chain, chain.payTo)
  const signal = AbortSignal.timeout(REQUEST_MS * 3)
  const paid = await buyer.payingFetch(sandbox)(url, { ...call, signal })
  if (paid.status !== 200) return wrong(`a call paid over x402 answers ${paid.status}`)
  const received = (await buyer.balance(chain, chain.payTo)) - before
  if (received <= 0n) return wrong(`a call paid over x402 brought nothing to ${chain.payTo}`)
  ok(`a call paid over x402 answers 200, and ${received} base units arrived at ${chain.payTo}`)
}

function reasonOf(thrown: unknown): string {
  const { message, cause } = thrown as Error
  return cause instanceof Error ? cause.message : message
}

async function solved(url: string, slug: string): Promise<string> {
  const { json } = await fetchWith(`${url}/api/pow/challenge?slug=${slug}`)
  const { challenge, difficulty, token } = json as Record<string, never>
  for (let nonce = 0; nonce < TRIES_MAX; nonce += 1) {
    const digest = hash('sha256', `${String(challenge)}:${nonce}`, 'buffer')
    if (digest.readUInt32BE(0) >>> (32 - Number(difficulty)) === 0)
      return `${String(token)}:${nonce}`
  }
  throw new Error('no proof of work was found')
}

async function fetchWith(url: string, options: RequestInit = {}) {
  const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(REQUEST_MS) })
  const header = answer.headers.get('date')
  const text = await answer.text()
  let json: unknown = {}
  try {
    json = JSON.parse(text)
  } catch {
    // The status says enough.
  }
  return { status: answer.status, json, date: header === null ? null : Date.parse(header) }
}
