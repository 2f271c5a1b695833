import { domainToASCII } from 'node:url'
import { getDomain } from 'tldts'
import { z } from 'zod'

const NAME_CHARACTERS_MAX = 253
/** Names in other scripts are longer in ASCII, or only a little shorter. */
const TEXT_LENGTH_MAX = 4 * NAME_CHARACTERS_MAX
const LABEL = /^[a-z0-9_-]{1,63}$/

/** A domain name in any script and case, `MÜNCHEN.de.`, as servers know it: `xn--mnchen-3ya.de`. */
export const domainName = () =>
  z
    .string()
    .max(TEXT_LENGTH_MAX, { error: NO_DOMAIN_NAME, abort: true })
    .transform((text, context) => {
      const name = hostNameOf(text)
      if (name?.includes('.') && !/(^|\.)\d+$/.test(name)) return name
      context.addIssue({ code: 'custom', message: NO_DOMAIN_NAME })
      return z.NEVER
    })

const NO_DOMAIN_NAME =
  'must be a domain name such as example.com: no URL and no address, ' +
  'labels of 1 to 63 characters, 253 characters in all'

/** Characters that `domainToASCII` would decode or take as the end of a host. */
const NOT_OF_A_NAME = /[\s/\\:@?#%[\]]/

/** The ASCII form of a name of one label or more, such as `localhost`; null if it has none. */
export function hostNameOf(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed.length > TEXT_LENGTH_MAX || NOT_OF_A_NAME.test(trimmed)) return null
  const name = domainToASCII(trimmed).replace(/\.$/, '')
  const areLabels = name.split('.').every((label) => LABEL.test(label))
  return areLabels && name.length <= NAME_CHARACTERS_MAX ? name : null
}

/** The registrable domain, from a domain, a host below it, or a URL. */
export const registrable = () =>
  z
    .string()
    .max(2_048)
    .transform((text, context) => {
      const trimmed = text.trim()
      const host = /^https?:\/\//i.test(trimmed) ? (URL.parse(trimmed)?.hostname ?? '') : trimmed
      const name = domainName().safeParse(host)
      const domain = name.success ? getDomain(name.data, { validateHostname: false }) : null
      if (domain !== null) return domain
      context.addIssue({
        code: 'custom',
        message: 'must be a domain that can be registered, such as example.com: no public suffix',
      })
      return z.NEVER
    })
