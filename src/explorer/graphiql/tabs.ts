/** What the explorer shows when it is first opened, each in a tab of its own: the README's first steps, and what talk costs. */
export const tabs: readonly { readonly query: string }[] = [
  {
    query: `# 1. Store turns. Ctrl-Enter runs it, Ctrl-Space offers what can be asked next.
mutation StoreTurns {
  storeTurns(
    input: {
      turns: [
        { conversationId: "trip", turnId: "1", role: USER, text: "Plan a weekend in Lisbon." }
        { conversationId: "trip", turnId: "2", role: ASSISTANT, text: "By train or by plane?" }
        { conversationId: "trip", turnId: "3", role: USER, text: "By train." }
        { conversationId: "trip", turnId: "4", role: ASSISTANT, text: "Leave on Friday at 18:00." }
      ]
    }
  ) {
    results {
      message { id }
      observation { turn }
    }
    userErrors { code message }
  }
}
`,
  },
  {
    query: `# 2. See the tree, and the arrows that a chat client shows.
query SeeTheTree {
  conversation(id: "trip") {
    tree
    transcript {
      nodes {
        position
        role
        text
        versions { index count }
      }
    }
  }
}
`,
  },
  {
    query: `# 3. Go back along the path, as far as you like.
query GoBack {
  conversation(id: "trip") {
    head {
      ancestors(last: 2) {
        nodes { turn text }
        pageInfo { hasPreviousPage startCursor }
      }
    }
  }
}
`,
  },
  {
    query: `# 4. Fork: one small write that shares the whole past.
mutation Fork {
  forkConversation(
    input: { source: "trip", at: { turn: 2 }, newConversationId: "trip-plane", note: "What if we fly?" }
  ) {
    sharedLength
    copied
    pathHash
    userErrors { code message }
  }
}
`,
  },
  {
    query: `# 5. See what both have in common; its path hash proves it.
query Compare {
  commonAncestor(a: { conversationId: "trip" }, b: { conversationId: "trip-plane" }) {
    id
    turn
    pathHash
  }
}
`,
  },
  {
    query: `# What talk costs: each answer counts once, however many conversations share it.
query WhatItCosts {
  analytics {
    usage { inputTokens outputTokens costUsd answers }
    usageBy(dimension: MODEL, top: 5) { key totals { inputTokens outputTokens costUsd } }
    tools(top: 5) { name calls errors }
    messagesPerDay { day messages }
    rewindRate
  }
  conversations(first: 20) {
    nodes {
      title
      usage(of: PATH) { inputTokens outputTokens costUsd answers }
      treeShape { branchPoints versionPoints toolCalls }
    }
  }
}
`,
  },
]
