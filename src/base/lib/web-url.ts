import { z } from 'zod'

/** An http or https URL. Whether its host is public is checked by the client that visits it. */
export const webUrl = () =>
  z
    .string()
    .max(2_048)
    .transform((text, context) => {
      const url = URL.parse(text.trim())
      const isWeb = url !== null && /^https?:$/.test(url.protocol)
      if (isWeb && url.username === '' && url.password === '') {
        url.hash = ''
        return url.href
      }
      const message = isWeb
        ? 'must not hold a user name or a password'
        : 'must be an absolute http or https URL'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
