import { evmWorld } from '../evm-world.ts'
import type { StandIn } from './define.ts'

/** A real chain plays the nodes of every network. */
const standIn: StandIn = async () => (await evmWorld()).settings

export default standIn
