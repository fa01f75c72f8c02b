import { Option } from 'commander'
import { providers } from '../../config/proxy.ts'
import type { Program } from '../program.ts'

interface ProxyOptions {
  readonly port: string | undefined
  readonly openai: string | undefined
  readonly anthropic: string | undefined
  readonly record: string | undefined
}

/** Beside a server on the usual port. */
const usualPort = '4100'

/** Adds `proxy`: the API with the recording proxy to both providers, on a port of its own, until a signal ends it. */
export function addProxy({ root, terminal }: Program): void {
  root
    .command('proxy')
    .description('record programs that use a model: pass their requests on and store the conversations')
    .option('--port <port>', `the port to listen on (default: PORT, else ${usualPort})`)
    .option('--openai <url>', `where OpenAI's API is (default: PROXY_OPENAI_UPSTREAM, else ${providers.openAi})`)
    .option(
      '--anthropic <url>',
      `where Anthropic's is (default: PROXY_ANTHROPIC_UPSTREAM, else ${providers.anthropic})`,
    )
    .addOption(new Option('--record <which>', 'what is recorded').choices(['all', 'sessions', 'off']))
    .addHelpText(
      'after',
      '\nExample:\n  DATA=./talks turngraph proxy\n  ANTHROPIC_BASE_URL=http://127.0.0.1:4100 claude',
    )
    .action(async ({ port, openai, anthropic, record }: ProxyOptions) => {
      const { env } = terminal
      const { serve } = await import('../../serve.ts')
      // It sets the exit status itself, also when a signal ends it.
      await serve({
        ...env,
        PORT: port ?? (env['PORT'] || usualPort),
        PROXY_OPENAI_UPSTREAM: openai ?? (env['PROXY_OPENAI_UPSTREAM'] || providers.openAi),
        PROXY_ANTHROPIC_UPSTREAM: anthropic ?? (env['PROXY_ANTHROPIC_UPSTREAM'] || providers.anthropic),
        ...(record !== undefined && { PROXY_RECORD: record }),
      })
    })
}
