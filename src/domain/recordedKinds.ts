/** The source kinds of turns that were recorded here while a program talked to a model or an editor; the agent of ACP is a client, and names its own. */
export const recordedKinds = { proxy: 'proxy', acp: 'acp' } as const
