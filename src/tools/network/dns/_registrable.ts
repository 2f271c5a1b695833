import { getDomain } from 'tldts'
import { z } from 'zod'
import { domainName } from './_domain-name.ts'

/** What a registrar sells, from a domain, a host beneath it, or a URL. */
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
