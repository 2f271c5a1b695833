import { startDnsServer } from '../dns-server.ts'
import type { StandIn } from './define.ts'

const resolver: StandIn = async () => ({ DNS_SERVERS: (await startDnsServer()).address })

export default resolver
