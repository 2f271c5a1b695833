import { note, table } from '../components.ts'
import { html } from '../html.ts'
import type { Page } from '../page.ts'
import { callLink, dollars, framed, number, time } from './frame.ts'

export interface MoneyPageData {
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

export const moneyPage = ({ queue, lost, wallets, books, caps }: MoneyPageData): Page =>
  framed(
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
