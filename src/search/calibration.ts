/** Written by eval/confidence.mjs: what evidence weighs in each mode, and where the marks are. */
export interface Calibrated {
  readonly weights: Readonly<Record<string, number>>;
  readonly bias: number;
  /** Below `low` nothing here answers; from `high` on something most likely does. */
  readonly marks: { readonly low: number; readonly high: number };
}

export const calibration: {
  /** Whose vectors `hybrid` and `vector` were calibrated with. */
  readonly model: string;
  readonly withReader: Readonly<Record<'hybrid' | 'keyword', Calibrated>>;
  /** The reader's score is not weighed. */
  readonly withoutReader: Readonly<Record<'hybrid' | 'keyword' | 'vector', Calibrated>>;
} = {
  model: 'froe/builtin-2',
  withReader: {
    hybrid: {
      weights: {
        covered: 0.3573,
        coveredFirst: 2.663,
        topic: 0.6834,
        topicRare: 0.002487,
        onTopic: 0.5863,
        onTopicFirst: 0.444,
        meeting: 0.1864,
        meetingHere: -0.04802,
        size: -0.5523,
        nearest: 2.855,
        nearestTen: 3.278,
        nearestAll: 5.877,
        score: 0.7916,
      },
      bias: -0.3713,
      marks: { low: -1.3531, high: 0.226 },
    },
    keyword: {
      weights: {
        covered: 0.7168,
        coveredFirst: 2.932,
        topic: 1.197,
        topicRare: -0.01728,
        onTopic: 0.8292,
        onTopicFirst: 0.02556,
        meeting: 0.1992,
        meetingHere: -0.05493,
        size: -0.2375,
        score: 0.8089,
      },
      bias: 0.4112,
      marks: { low: -1.4415, high: 0.3023 },
    },
  },
  withoutReader: {
    hybrid: {
      weights: {
        covered: 0.321,
        coveredFirst: 3.114,
        topic: 0.6608,
        topicRare: 0.0745,
        onTopic: 0.5006,
        onTopicFirst: 0.5244,
        meeting: 0.167,
        meetingHere: -0.02324,
        size: -0.5924,
        nearest: 4.198,
        nearestTen: 3.36,
        nearestAll: 5.793,
      },
      bias: -1.028,
      marks: { low: -1.4596, high: 0.2525 },
    },
    keyword: {
      weights: {
        covered: 0.7704,
        coveredFirst: 3.935,
        topic: 1.283,
        topicRare: 0.05943,
        onTopic: 0.5932,
        onTopicFirst: 0.2814,
        meeting: 0.1688,
        meetingHere: -0.01566,
        size: -0.3007,
      },
      bias: -0.01193,
      marks: { low: -1.73, high: 0.3813 },
    },
    vector: {
      weights: {
        covered: 1.17,
        coveredFirst: 1.537,
        topic: 0.6329,
        topicRare: 0.4135,
        onTopic: 0.01839,
        onTopicFirst: 0.05847,
        meeting: 0.2301,
        meetingHere: -0.1224,
        size: -0.4446,
        nearest: 3.428,
        nearestTen: 2.698,
        nearestAll: 5.881,
      },
      bias: -0.4021,
      marks: { low: -1.7196, high: 0.2571 },
    },
  },
};
