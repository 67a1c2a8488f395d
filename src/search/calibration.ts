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
  model: 'froe/builtin-3',
  withReader: {
    hybrid: {
      weights: {
        covered: 0.7044,
        coveredFirst: 0.7158,
        topic: 0.3709,
        topicRare: 0.2839,
        onTopic: 0.01712,
        onTopicFirst: 1.544,
        meeting: 0.1822,
        meetingHere: -0.0559,
        size: -0.3012,
        nearest: 2.233,
        nearestTen: 8.49,
        nearestAll: 0.0456,
        score: 0.3279,
      },
      bias: -2.961,
      marks: { low: -1.4305, high: 0.0124 },
    },
    keyword: {
      weights: {
        covered: 0.8949,
        coveredFirst: 1.655,
        topic: 1.174,
        topicRare: -0.2604,
        onTopic: 1.262,
        onTopicFirst: 0.35,
        meeting: 0.1701,
        meetingHere: -0.03731,
        size: -0.2444,
        score: 0.5202,
      },
      bias: 0.209,
      marks: { low: -1.8342, high: 0.1174 },
    },
  },
  withoutReader: {
    hybrid: {
      weights: {
        covered: 0.5477,
        coveredFirst: 1.647,
        topic: 0.3587,
        topicRare: 0.4229,
        onTopic: 0.02919,
        onTopicFirst: 1.279,
        meeting: 0.1709,
        meetingHere: -0.04095,
        size: -0.3115,
        nearest: 5.313,
        nearestTen: 8.916,
        nearestAll: -2.417,
      },
      bias: -3.59,
      marks: { low: -1.4515, high: 0.03 },
    },
    keyword: {
      weights: {
        covered: 1.346,
        coveredFirst: 3.059,
        topic: 1.213,
        topicRare: 0.07394,
        onTopic: 0.5269,
        onTopicFirst: 0.5362,
        meeting: 0.1686,
        meetingHere: -0.02341,
        size: -0.2879,
      },
      bias: -0.03848,
      marks: { low: -1.6527, high: 0.3799 },
    },
    vector: {
      weights: {
        covered: 2.271,
        coveredFirst: -0.5565,
        topic: 0.276,
        topicRare: 0.7767,
        onTopic: -1.603,
        onTopicFirst: 2.449,
        meeting: 0.2317,
        meetingHere: -0.1098,
        size: -0.2571,
        nearest: 5.303,
        nearestTen: 7.673,
        nearestAll: -1.518,
      },
      bias: -3.066,
      marks: { low: -1.3783, high: 0.1989 },
    },
  },
};
