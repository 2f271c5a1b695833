import { z } from 'zod'

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'

/** The domain of a company, as after the @ of its e-mail addresses. */
export const companyDomain = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(new RegExp(`^(${LABEL}\\.)+${LABEL}$`), { error: 'must be a domain such as stripe.com' })
    .describe('Domain of the company, such as stripe.com.')
