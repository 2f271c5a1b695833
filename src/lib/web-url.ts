import { z } from 'zod'

/** An address of the web; that it is public is judged when it is visited. */
export const webUrl = () =>
  z
    .string()
    .max(2_048)
    .transform((text, context) => {
      const url = URL.parse(text.trim())
      if (url && /^https?:$/.test(url.protocol)) {
        url.hash = ''
        return url.href
      }
      context.addIssue({ code: 'custom', message: 'must be an absolute http or https URL' })
      return z.NEVER
    })
