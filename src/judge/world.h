/*
 * judge/world.h: labels under the world rules (edition wxf-2018). Only this room uses it.
 */
#ifndef QILI_JUDGE_WORLD_H
#define QILI_JUDGE_WORLD_H

#include "judge/label.h"

/*
 * Labels a legal move that gives no check: 捉 with the pieces newly chased in finding->chased, else
 * 杀 where the mover's side threatens mate by checks, else 闲. *finding is cleared but for what
 * judge_label_move has filled in.
 */
void judge_world_label(const board_position *position, board_move move,
                       const judge_setting *setting, judge_finding *finding);

#endif
