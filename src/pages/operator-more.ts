import { formatUsd, usdOf } from '../core/money.ts'
import { note, table } from './components.ts'
import { html, type Html } from './html.ts'
import type { Page } from './page.ts'

/** The smaller pages of the desk: money under way, one call, and the check of the settings. */

export const DESK_PAGES = [
  ['/operator/tools', 'Switch tools off, or set prices'],
  ['/operator/money', 'Money under way, and the purse'],
  ['/operator/calls', 'One call'],
  ['/operator/check', 'Check'],
] as const

const number = (label: string) => ({ label, isNumber: true })
const dollars = (micros: number): string => formatUsd(usdOf(micros))
const time = (at: number): string => new Date(at).toISOString()

const deskPage = (title: string, path: `/${string}`, body: Html): Page => ({
  title: `${title} at the desk`,
  description: 'For the operator of this instance.',
  path,
  isPrivate: true,
  body: html`<div class="title">
      <h1>${title}</h1>
      <p class="fine"><a href="/operator">Desk</a></p>
    </div>
    ${body}`,
})

export interface MoneyDesk {
  readonly queue: readonly {
    readonly state: string
    readonly payments: number
    readonly amount: number
    readonly oldest: number
  }[]
  readonly lost: readonly {
    readonly callId: string
    readonly slug: string
    readonly rail: string
    readonly amount: number
    readonly at: number
  }[]
  readonly wallets: readonly { readonly name: string; readonly usd: string }[]
  readonly books: readonly {
    readonly chain: string
    readonly ending: string
    readonly spends: number
    readonly amount: number
  }[]
  readonly caps: readonly (readonly [what: string, amount: number])[]
}

const STATES: Readonly<Record<string, string>> = {
  claimed: 'being checked',
  verified: 'good, the tool runs',
  delivering: 'answered, the money may be on its way',
  pending: 'sent, its outcome is unknown',
}

export const moneyPage = ({ queue, lost, wallets, books, caps }: MoneyDesk): Page =>
  deskPage(
    'Money',
    '/operator/money',
    html`<section class="stack">
        <h2>Payments under way</h2>
        ${
          queue.length === 0
            ? html`<p class="dim">None.</p>`
            : table(
                'Payments under way',
                [{ label: 'State' }, number('Payments'), number('Amount'), { label: 'Since' }],
                queue.map(({ state, payments, amount, oldest }) => [
                  STATES[state] ?? state,
                  payments,
                  dollars(amount),
                  time(oldest),
                ]),
              )
        }
      </section>
      <section class="stack">
        <h2>Lost payments, 30 days</h2>
        ${
          lost.length === 0
            ? note('ok', 'None: every answer that was given was paid.')
            : table(
                'Lost payments',
                [
                  { label: 'When' },
                  { label: 'Call' },
                  { label: 'Tool' },
                  { label: 'Rail' },
                  number('Amount'),
                ],
                lost.map(({ at, callId, slug, rail, amount }) => [
                  time(at),
                  callLink(callId),
                  slug,
                  rail,
                  dollars(amount),
                ]),
              )
        }
      </section>
      <section class="stack">
        <h2>The purse, 30 days</h2>
        ${wallets.map(({ name, usd }) => html`<p><code>${name}</code>: ${usd}</p>`)}
        ${
          books.length === 0
            ? html`<p class="dim">Nothing was bought from other sellers.</p>`
            : table(
                'What the purse has bought',
                [{ label: 'Chain' }, { label: 'Ending' }, number('Purchases'), number('Amount')],
                books.map((row) => [row.chain, row.ending, row.spends, dollars(row.amount)]),
              )
        }
        ${table(
          'Caps of the purse',
          [{ label: 'At most' }, number('Amount')],
          caps.map(([what, amount]) => [what, dollars(amount)]),
        )}
      </section>`,
  )

const callLink = (callId: string): Html =>
  html`<a href="/operator/calls?id=${encodeURIComponent(callId)}"><code>${callId}</code></a>`

export interface CallDesk {
  readonly id: string
  readonly story: readonly {
    readonly at: number
    readonly what: string
    readonly amount: number | null
    readonly detail: string
  }[]
  readonly isSold: boolean
}

/** What became of one call, by its id. */
export const callPage = ({ id, story, isSold }: CallDesk): Page =>
  deskPage(
    'One call',
    '/operator/calls',
    html`<form class="stack" method="get" action="/operator/calls">
        <div class="field">
          <label for="id">Id of the call</label
          ><input id="id" name="id" maxlength="64" value="${id}" required />
          <p class="hint">It stands in x-request-id, in receipts and in every line of the log.</p>
        </div>
        <p><button class="second">Look up</button></p>
      </form>
      ${id !== '' && storyOf({ id, story, isSold })}`,
  )

function storyOf({ id, story, isSold }: CallDesk): Html {
  if (story.length === 0)
    return note(
      'warn',
      'The database knows nothing of it: it was not paid, or is forgotten. Its quote or refusal stands in the log under this id.',
    )
  const rows = story.map(({ at, what, amount, detail }) => [
    time(at),
    what,
    amount === null ? '' : dollars(amount),
    detail,
  ])
  const columns = [{ label: 'When' }, { label: 'What' }, number('Amount'), { label: 'Of it' }]
  return html`${table('The story of the call', columns, rows)}
    ${isSold && html`<p><a href="/receipts/${id}">Its receipt</a></p>`}
    <p class="fine">Who was asked for it and how long it took stands in the log under this id.</p>`
}

type Level = 'ok' | 'warn' | 'WRONG'

/** What `npm run doctor` looks at, of what a running instance can see of itself. */
export const checkPage = (verdicts: readonly (readonly [level: Level, sentence: string])[]): Page =>
  deskPage(
    'Check',
    '/operator/check',
    html`<p>
        ${verdicts.filter(([level]) => level === 'WRONG').length} wrong,
        ${verdicts.filter(([level]) => level === 'warn').length} to look at.
        <code>npm run doctor</code> also makes a paid call from outside.
      </p>
      <div class="alerts">
        ${verdicts.map(([level, sentence]) => note(level === 'WRONG' ? 'bad' : level, sentence))}
      </div>`,
  )
