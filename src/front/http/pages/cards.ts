import { shelfOf, CREDIT_PACKS } from '../../../selling/checkout/goods.ts'
import type { OrderView } from '../../../selling/checkout/checkout.ts'
import type { CallReply, CallRequest } from '../../../base/core/call.ts'
import { notFound } from '../../../base/core/fault.ts'
import { formatCents, usdOf } from '../../../base/core/money.ts'
import { creditsPage } from '../../pages/credits.ts'
import { orderPage, orderProgress, type OrderData } from '../../pages/order.ts'
import { documentOf, type Page, type PageSite } from '../../pages/page.ts'
import { reportPaper } from '../../pages/report.ts'
import { reportsPage } from '../../pages/reports.ts'
import { ORDER_KEPT_MS, type CardOrder } from '../../../stores/card-orders.ts'
import type { Endpoint, FrontParts, Instance } from '../endpoint.ts'
import { reportIn } from './reports.ts'
import { pageReply, PRIVATE } from './reply.ts'

const CENT_MICROS = 10_000
const FRESH_SECONDS = 60
const ANSWER_LENGTH_MAX = 100_000

interface CardPages {
  styles(): Promise<string>
  site(): Promise<PageSite>
}

/** The pages of the card checkout. */
export function cardPages(
  { checkout: { cards }, calls: { printing } }: Pick<FrontParts, 'checkout' | 'calls'>,
  { shop: { catalog } }: Pick<Instance, 'shop'>,
  { styles, site }: CardPages,
): readonly Endpoint[] {
  const open = async (page: Page, freshSeconds: number | null) =>
    pageReply({
      markup: documentOf(page, await site()),
      freshSeconds,
      leadsToCards: true,
      headers: freshSeconds === null ? PRIVATE : [],
    })

  function dataOf(order: CardOrder, { status, reply }: OrderView): OrderData {
    const answer = reply?.body.kind === 'json' ? reply.body.text : null
    return {
      session: order.session ?? '',
      status: status === 'not_found' ? 'expired' : status,
      name: catalog.bySlug(order.product)?.spec.name ?? order.product,
      paid: formatCents(usdOf(order.cents * CENT_MICROS)),
      asked: askedFor(order),
      error: order.error,
      refund: order.refund,
      isHold: order.refund?.startsWith('pi_') ?? false,
      progress: order.progress === null ? null : (JSON.parse(order.progress) as never),
      report: answer === null ? null : reportIn(answer),
      answer: answer?.slice(0, ANSWER_LENGTH_MAX) ?? null,
      readableUntil: new Date(order.updated + ORDER_KEPT_MS).toISOString().slice(0, 10),
    }
  }

  async function order(request: CallRequest, session: string): Promise<CallReply> {
    const view = await cards.view(session, request.client)
    if (!view.order) throw notFound('No such order: the link is wrong, or older than 90 days.')
    if (view.order.kind === 'credits') return seeOther(`/credits?session=${session}`)
    if (view.order.kind === 'monitor') return seeOther(`/m/${session}`)
    const data = dataOf(view.order, view)
    const isPart = new URLSearchParams(request.query).get('part') === 'progress'
    if (!isPart) return open(orderPage(data, await site()), null)
    const { markup } = orderProgress(data)
    return pageReply({ markup, freshSeconds: null, headers: PRIVATE })
  }

  async function paper(request: CallRequest, session: string): Promise<CallReply> {
    const view = await cards.view(session, request.client)
    const data = view.order && dataOf(view.order, view)
    if (!data?.report)
      throw notFound('No report is here: the link is wrong, or it is not done yet.')
    const { name, asked, report } = data
    const markup = reportPaper({ name, asked, report, styles: await styles() })
    const bytes = await printing.print(markup, request)
    return {
      status: 200,
      headers: [...PRIVATE, ['content-disposition', 'inline; filename="report.pdf"']],
      body: { kind: 'binary', contentType: 'application/pdf', bytes },
    }
  }

  return [
    {
      method: 'GET',
      path: '/reports',
      async handle() {
        const { closed, priceByCard } = cards
        const page = reportsPage({ tools: shelfOf(catalog), closed, priceByCard }, await site())
        return open(page, FRESH_SECONDS)
      },
    },
    {
      method: 'GET',
      path: '/r/:session',
      handle: (request, { session = '' }) => order(request, session),
    },
    {
      method: 'GET',
      path: '/r/:session/report.pdf',
      handle: (request, { session = '' }) => paper(request, session),
    },
    {
      method: 'GET',
      path: '/credits',
      async handle(request) {
        const session = new URLSearchParams(request.query).get('session')
        const claim = session === null ? null : await cards.claim(session, request.client)
        const isOnSale = cards.closed === null && cards.sellsCredits
        const packs = isOnSale
          ? Object.entries(CREDIT_PACKS).map(([pack, price]) => ({
              pack,
              price: formatCents(cards.priceByCard(price)),
            }))
          : []
        const page = creditsPage(await site(), { claim, packs })
        return open(page, claim ? null : FRESH_SECONDS)
      },
    },
  ]
}

const seeOther = (path: string): CallReply => ({
  status: 303,
  headers: [['location', path], ...PRIVATE],
  body: { kind: 'json', text: '{}' },
})

/** What was asked for, in a line. */
function askedFor({ input }: CardOrder): string {
  const fields = Object.entries(JSON.parse(input) as Record<string, unknown>)
  return fields
    .filter(([name, value]) => typeof value === 'string' && value !== '' && name !== 'format')
    .map(([, value]) => String(value))
    .join(' · ')
    .slice(0, 300)
}
