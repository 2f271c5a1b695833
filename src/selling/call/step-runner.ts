import type { CallContext, Host } from '../../base/core/capability.ts'
import { isDeferredEffect } from '../../base/core/deferred-effect.ts'
import { Fault, notFound } from '../../base/core/fault.ts'
import { innerTool } from '../../base/core/inner-tool.ts'
import type { Payer } from '../../base/core/payment.ts'
import type { Tool } from '../../base/core/tool.ts'
import { parseInput } from './input.ts'
import { assertConfigured, plainAnswer, runningOn, runTool, type Running } from './run.ts'

export interface StepHost extends Omit<Host, 'run' | 'toolOf'> {
  toolOf(slug: string): Tool | undefined
  /** A bug in a tool that another tool runs. The buyer sees a failed step, and no details. */
  onTrouble(what: string, cause: unknown): void
}

/** A step gets the payer without a wallet, because the caller paid for another tool. */
const stepPayer = ({ payer }: CallContext): Payer => ({ rail: payer.rail, wallet: null })

/** A host by which tools run other tools as steps. */
export function createStepRunner({ toolOf, onTrouble, ...world }: StepHost): Running {
  const host: Host = {
    ...world,
    async toolOf(slug) {
      const tool = toolOf(slug)
      return tool && innerTool(tool)
    },
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
