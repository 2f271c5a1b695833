import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { flawsOfOffer, OFFERS_MAX, textIn, type Flaw } from './offer.ts'

/** Each rule that a quote breaks: the body or header of a 402. */
export function flawsOfQuote(quote: JsonObject): readonly Flaw[] {
  const flaws: Flaw[] = []
  const add = (path: string, message: string, severity: Flaw['severity'] = 'error') =>
    flaws.push({ path, message, severity })
  const { x402Version, accepts, resource } = quote
  const version = x402Version === 1 ? 1 : 2
  if (x402Version !== 1 && x402Version !== 2) add('x402Version', 'must be 2, or 1 of old')
  if (x402Version === 1)
    add('x402Version', 'is the old version; buyers of today speak 2', 'warning')
  if (!Array.isArray(accepts)) add('accepts', 'must be a list of offers')
  else if (accepts.length === 0) add('accepts', 'is empty, so that nobody can pay')
  else if (accepts.length > OFFERS_MAX)
    add(
      'accepts',
      `holds ${accepts.length} offers; the first ${OFFERS_MAX} were looked at`,
      'warning',
    )
  if (version === 2) resourceFlaws(resource, add)
  if (quote['error'] !== undefined && typeof quote['error'] !== 'string')
    add('error', 'must be text')
  for (const [at, offer] of rawOffers(quote).entries())
    flaws.push(...flawsOfOffer(offer, `accepts[${at}]`, version))
  return flaws
}

/** The entries of `accepts`, at most as many as are checked. */
export const rawOffers = ({ accepts }: JsonObject): readonly unknown[] =>
  Array.isArray(accepts) ? accepts.slice(0, OFFERS_MAX) : []

function resourceFlaws(
  resource: unknown,
  add: (path: string, message: string, severity?: Flaw['severity']) => void,
): void {
  if (!isObject(resource)) return add('resource', 'must be an object with the url of what is sold')
  const url = textIn(resource['url'])
  if (url === null) add('resource.url', 'is required')
  else if (!URL.canParse(url)) add('resource.url', 'must be an absolute address', 'warning')
}
