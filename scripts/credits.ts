import { readConfig } from '../src/service/settings/config.ts'
import { dollarsOf, usd, type Dollars } from '../src/base/core/money.ts'
import { mintKey } from '../src/selling/payments/credits.ts'
import { createCreditStore, type CreditStore } from '../src/stores/credits.ts'
import { openDb } from '../src/stores/open.ts'

/** The operator's hand on prepaid keys; works beside a running server, on its database. */
const USAGE = `usage:
  npm run credits -- issue <dollars> [label]   makes a key and prints it, once
  npm run credits -- top-up <keyId> <dollars>
  npm run credits -- disable <keyId>
  npm run credits -- enable <keyId>
  npm run credits -- list`

const [command = '', ...args] = process.argv.slice(2)
const config = readConfig(process.env).serving
const db = await openDb({
  databaseUrl: config.DATABASE_URL,
  dataDir: config.DATA_DIR,
  now: Date.now,
  onError: (thrown) => fail(thrown.message),
})
try {
  await run(createCreditStore(db), command, args)
} finally {
  await db.close()
}

async function run(
  credits: CreditStore,
  verb: string,
  [first = '', second = '']: readonly string[],
): Promise<void> {
  if (verb === 'issue') return issue(credits, first, second)
  if (verb === 'list') return list(credits)
  if (verb === 'top-up') return printChange(await credits.topUp(first, amountOf(second)), first)
  if (verb === 'disable') return printChange(await credits.setDisabled(first, true), first)
  if (verb === 'enable') return printChange(await credits.setDisabled(first, false), first)
  fail(USAGE)
}

async function issue(credits: CreditStore, amount: string, label: string): Promise<void> {
  const loaded = amountOf(amount)
  const { key, keyHash, keyId } = mintKey()
  await credits.issue({ keyHash, keyId, label }, loaded, Date.now())
  say(
    `key     ${key}\nkeyId   ${keyId}\nbalance $${dollarsOf(loaded)}\nThe key is stored nowhere: keep it.`,
  )
}

async function list(credits: CreditStore): Promise<void> {
  for (const { keyId, label, balance, held, calls, disabled } of await credits.list()) {
    const state = disabled ? 'disabled' : 'enabled'
    const money = `$${dollarsOf(balance)} (held $${dollarsOf(held)})`
    say(`${keyId}  ${money}  ${calls} calls  ${state}  ${label}`)
  }
}

function amountOf(text: string): ReturnType<typeof usd> {
  const dollars = text.startsWith('$') ? text : `$${text}`
  try {
    return usd(dollars as Dollars)
  } catch {
    fail(`not an amount of dollars: ${text || '(nothing)'}\n${USAGE}`)
  }
}

function printChange(done: boolean, keyId: string): void {
  if (!done) fail(`no key has the id ${keyId || '(nothing)'}`)
  say('done')
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
