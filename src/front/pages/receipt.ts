import { toolPath } from '../../selling/catalog/entry.ts'
import { formatUsd, usdOf } from '../../base/core/money.ts'
import { chainNamed } from '../../engines/onchain/chains/caip.ts'
import { transactionPage } from '../../engines/onchain/chains/explorers.ts'
import { html, type Html } from './html.ts'
import type { Page, PageSite } from './page.ts'

/** One sale, without anything that identifies the buyer. */
export interface ReceiptData {
  readonly callId: string
  readonly slug: string
  readonly rail: string
  /** Millionths of a dollar. */
  readonly amount: number
  readonly soldAt: string
  /** The network and the transaction of the payment; null if it was not made on a chain. */
  readonly paidOn: { readonly network: string; readonly transaction: string } | null
}

/** What was bought, its price, and a link to the transaction. Anyone with the link may read it. */
export function receiptPage(receipt: ReceiptData, site: PageSite): Page {
  const { callId, slug, rail, amount, soldAt, paidOn } = receipt
  const tool = site.shop.catalog.bySlug(slug)
  const name = tool?.spec.name ?? slug
  const paid = amount > 0 ? formatUsd(usdOf(amount)) : 'no money'
  return {
    title: `Receipt: ${name}`,
    description: `A call of ${name}, paid ${paid}.`,
    path: `/receipts/${callId}`,
    isPrivate: true,
    body: html`<div class="title">
        <h1>Receipt</h1>
        <p class="lead">
          One call, as it was sold. Whoever has this address can read it; it does not say who paid.
        </p>
      </div>
      <section class="torn" aria-label="The sale">
        <div class="row far">
          <h2>${tool ? html`<a href="${toolPath(slug)}">${name}</a>` : name}</h2>
          <span class="fare big">${paid}</span>
        </div>
        <dl class="kv">
          ${line('Sold', html`<time datetime="${soldAt}">${soldAt}</time>`)}
          ${line('Paid over', rail)} ${paidOn && chainLines(paidOn)}
          ${line('Call', html`<code>${callId}</code>`)}
          ${line('Sold by', `${site.shop.site.name}, ${site.shop.site.baseUrl}`)}
        </dl>
      </section>`,
  }
}

const line = (label: string, value: Html | string): Html =>
  html`<dt>${label}</dt>
    <dd>${value}</dd>`

function chainLines({ network, transaction }: NonNullable<ReceiptData['paidOn']>): Html {
  const address = transactionPage(network, transaction)
  const id = html`<code>${transaction}</code>`
  const shown = address ? html`<a href="${address}" rel="noopener noreferrer">${id}</a>` : id
  const name = chainNamed(network)?.name
  return html`${line('Network', name ? html`${name} <code>${network}</code>` : network)}
  ${line('Transaction', shown)}`
}
