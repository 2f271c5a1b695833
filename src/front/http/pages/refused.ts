import type { CallReply, CallRequest } from '../../../base/core/call.ts'
import { isObject, objectIn, textOr } from '../../../base/lib/json-object.ts'
import { documentOf, type PageSite } from '../../pages/page.ts'
import { refusedPage } from '../../pages/refused.ts'
import { isForm } from '../_forms.ts'
import { pageReply, PRIVATE } from './reply.ts'

export const isRefusedForm = (request: CallRequest, { status, body }: CallReply): boolean =>
  request.method === 'POST' && status >= 400 && body.kind === 'json' && isForm(request)

/** The reason that a program reads, in the form of any protocol; empty where there is none. */
export function whyOf({ body }: CallReply): string {
  const error = body.kind === 'json' ? objectIn(body.text)?.['error'] : undefined
  return textOr(isObject(error) ? error['message'] : error, '')
}

/** What a browser is shown that has posted a form, where a program reads JSON. */
export async function refusedForm(
  request: CallRequest,
  reply: CallReply,
  site: PageSite,
): Promise<CallReply | null> {
  const { status, headers, body } = reply
  if (body.kind !== 'json') return null
  const why = whyOf(reply)
  const back = backOf(request, site.shop.site.baseUrl)
  const markup = documentOf(refusedPage({ status, why, back }), site)
  const all = [...headers, ...PRIVATE]
  return pageReply({ markup, status, freshSeconds: null, headers: all })
}

/** The page that contains the form. */
function backOf(request: CallRequest, baseUrl: string): string {
  const from = URL.parse(request.header('referer') ?? '')
  return from?.origin === new URL(baseUrl).origin ? from.pathname : '/'
}
