import { domainToASCII } from 'node:url'
import { z } from 'zod'

const NAME_CHARACTERS_MAX = 253
const LABEL = /^[a-z0-9_-]{1,63}$/

/** A domain name in any script and case, `MÜNCHEN.de.`, as servers know it: `xn--mnchen-3ya.de`. */
export const domainName = () =>
  z.string().transform((text, context) => {
    const name = asciiName(text)
    if (name !== null) return name
    context.addIssue({
      code: 'custom',
      message:
        'must be a domain name such as example.com: no URL and no address, ' +
        'labels of 1 to 63 characters, 253 characters in all',
    })
    return z.NEVER
  })

/** What `domainToASCII` would take for the end of a host, or decode. */
const NOT_OF_A_NAME = /[\s/\\:@?#%[\]]/

function asciiName(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed.length > 4 * NAME_CHARACTERS_MAX || NOT_OF_A_NAME.test(trimmed)) return null
  const name = domainToASCII(trimmed).replace(/\.$/, '')
  const labels = name.split('.')
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label))
  const isAddress = /^\d+$/.test(labels.at(-1) ?? '')
  return isName && !isAddress && name.length <= NAME_CHARACTERS_MAX ? name : null
}
