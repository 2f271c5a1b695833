import { parseArgs } from 'node:util'
import { readConfig } from '../src/service/settings/config.ts'
import type { Db } from '../src/base/core/db.ts'
import { DAY_MS } from '../src/base/core/milliseconds.ts'
import { formatUsd, usdOf } from '../src/base/core/money.ts'
import { createClient } from '../src/outside/net/request.ts'
import { findUnsold, newestEntry, type UnsoldTransfer } from '../src/service/build/unsold.ts'
import { openDb } from '../src/stores/open.ts'
import { createUnsoldPaymentStore, type KnownUnsold } from '../src/stores/unsold-payments.ts'

/**
 * `npm run unsold`: payments that the chains have and the books have not, as after the restore of a
 * backup. Lists them; `--offer` gives each to its payer for the next call of the same price.
 */
const USAGE = `usage:
  npm run unsold                          lists payments since the newest entry of the database
  npm run unsold -- --since <time>        since that time, such as 2026-11-24T02:00Z
  npm run unsold -- --offer               offers those that keys of this service have settled
  npm run unsold -- --refunded <transaction>   you have paid it back: it is offered no more`

/** The clocks of chains and of this service differ, and a payment may be mined late. */
const SPARE_MS = 600_000

const { since, offer, refunded } = wishes(process.argv.slice(2))
const settings = readConfig(process.env)
const db = await openDb({
  databaseUrl: settings.serving.DATABASE_URL,
  dataDir: settings.serving.DATA_DIR,
  now: Date.now,
  onError: (thrown) => fail(thrown.message),
})
const client = createClient({ policy: 'trusted' })
try {
  await (refunded === undefined ? search(db) : settle(db, refunded))
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  process.exitCode = 1
} finally {
  await Promise.all([db.close(), client.close()])
}

function wishes(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        since: { type: 'string' },
        offer: { type: 'boolean', default: false },
        refunded: { type: 'string' },
      },
    })
    return values
  } catch (thrown) {
    fail(`${thrown instanceof Error ? thrown.message : String(thrown)}\n${USAGE}`)
  }
}

async function search(books: Db): Promise<void> {
  const from = await begin(books)
  const store = createUnsoldPaymentStore(books)
  const strange: UnsoldTransfer[] = []
  let count = 0
  say(
    `Payments to ${settings.payments.PAY_TO ?? 'nobody: PAY_TO is not set'} since ${isoOf(from)}:`,
  )
  for await (const each of findUnsold({
    settings,
    db: books,
    client,
    since: from,
    now: Date.now,
  })) {
    const { found, isOurs } = each
    if (!isOurs) strange.push(each)
    else if ((await store.find(found.proof)) === null) {
      if (offer) await store.offer(found, Date.now())
      else say(line(found, 'not in the books'))
      count += 1
    }
  }
  for (const known of await store.all()) say(line(known, stateOf(known)))
  for (const { found, sender } of strange) say(line(found, `submitted by ${sender}`))
  if (count > 0 && !offer) say(`${count} can be offered to their payers: add --offer.`)
  if (strange.length > 0)
    say(
      `${strange.length} were submitted by others, and may have paid another service: not offered.`,
    )
}

/** Books that were trimmed cannot say what was sold. */
async function begin(books: Db): Promise<number> {
  const { SALES_DAYS: days } = settings.serving
  const asked = since === undefined ? null : Date.parse(since)
  if (asked !== null && Number.isNaN(asked))
    fail(`--since: must be a time such as 2026-11-24T02:00Z, not ${since}`)
  const newest = asked === null ? await newestEntry(books) : null
  const from = asked ?? (newest === null ? null : newest - SPARE_MS)
  if (from === null) fail('The database is empty: --since says from when on to look.')
  if (days > 0 && from < Date.now() - days * DAY_MS)
    fail(`--since: sales are kept for ${days} days (SALES_DAYS), so nothing before can be compared`)
  return from
}

async function settle(books: Db, transaction: string): Promise<void> {
  const isDone = await createUnsoldPaymentStore(books).refund(transaction, Date.now())
  if (!isDone) fail(`nothing of the transaction ${transaction} is offered`)
  say('done')
}

function stateOf({ state, callId }: KnownUnsold): string {
  return callId === null ? state : `${state}, call ${callId}`
}

function line(
  { at, network, payer, amount, reference }: UnsoldTransfer['found'] | KnownUnsold,
  state: string,
): string {
  return [isoOf(at), network, payer, formatUsd(usdOf(amount)), reference, state].join('  ')
}

function isoOf(at: number): string {
  return new Date(at).toISOString()
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
