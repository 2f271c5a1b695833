import type { CallContext, Host } from '../core/capability.ts'
import { isDeferredEffect } from '../core/deferred-effect.ts'
import { Fault, notFound } from '../core/fault.ts'
import type { Payer } from '../core/payment.ts'
import type { Tool } from '../core/tool.ts'
import { parseInput } from './input.ts'
import { assertConfigured, plainAnswer, runningOn, runTool, type Running } from './run.ts'

export interface World extends Omit<Host, 'run'> {
  toolOf(slug: string): Tool | undefined
  /** A bug within a tool that another one runs: its buyer sees a failed step, and no more. */
  onTrouble(what: string, cause: unknown): void
}

/** A step is told who pays, and proves no wallet: the caller paid for another tool. */
const stepPayer = ({ payer }: CallContext): Payer => ({ rail: payer.rail, wallet: null })

/** Where tools run that may run each other. */
export function createRunning({ toolOf, onTrouble, ...world }: World): Running {
  const host: Host = {
    ...world,
    async run(slug, input, call) {
      const tool = toolOf(slug)
      if (!tool) throw notFound(`No tool is called ${slug}.`)
      assertConfigured(tool)
      const { value } = parseInput(tool, input)
      try {
        const answer = await runTool(tool, value, { ...call, payer: stepPayer(call) }, running)
        if (isDeferredEffect(answer)) throw new Error(`${slug} can be done for its own buyer only`)
        return plainAnswer(answer)
      } catch (thrown) {
        if (!(thrown instanceof Fault)) onTrouble(`step ${slug}`, thrown)
        throw thrown
      }
    },
  }
  const running: Running = runningOn(host)
  return running
}
