import { dohStandIn } from './_doh.ts'

export default dohStandIn('UPSTREAM_GOOGLE_DNS_URL')
