import { notFound } from '../../../base/core/fault.ts'
import { documentOf, type PageSite } from '../../pages/page.ts'
import { receiptPage, type ReceiptData } from '../../pages/receipt.ts'
import type { Sale } from '../../../stores/sales.ts'
import type { Endpoint, FrontParts } from '../endpoint.ts'
import { pageReply, PRIVATE } from './reply.ts'

/** Ids of calls are random: only a party to the call knows it. */
const CALL_ID = /^[\w-]{16,64}$/
/** Networks have a namespace; other places where money moved have none, and nothing to show. */
const IS_CHAIN = /^[-a-z0-9]{3,8}:/

/** The receipts of calls, for anyone who has the id. */
export const receiptPages = (
  { ground: { stores } }: Pick<FrontParts, 'ground'>,
  site: () => Promise<PageSite>,
): readonly Endpoint[] => [
  {
    method: 'GET',
    path: '/receipts/:id',
    async handle(_request, { id = '' }) {
      const sale = CALL_ID.test(id) ? await stores.sales.find(id) : null
      if (!sale) throw notFound('No such receipt: the link is wrong, or the call was not sold.')
      const at = await site()
      const markup = documentOf(receiptPage(receiptOf(sale), at), at)
      return pageReply({ markup, freshSeconds: null, headers: PRIVATE })
    },
  },
]

function receiptOf({ callId, slug, rail, amount, at, network, reference }: Sale): ReceiptData {
  const isOnChain = network !== null && reference !== null && IS_CHAIN.test(network)
  return {
    callId,
    slug,
    rail,
    amount,
    soldAt: new Date(at).toISOString(),
    paidOn: isOnChain ? { network, transaction: reference } : null,
  }
}
