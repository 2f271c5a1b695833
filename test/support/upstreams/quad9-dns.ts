import { dohStandIn } from './_doh.ts'

export default dohStandIn('UPSTREAM_QUAD9_DNS_URL')
