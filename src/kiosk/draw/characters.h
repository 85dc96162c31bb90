/*
 * kiosk/draw/characters.h: the characters on pieces, on the board and in labels (article 1). They
 * are signs of the game and the same in every language.
 */
#ifndef QILI_KIOSK_DRAW_CHARACTERS_H
#define QILI_KIOSK_DRAW_CHARACTERS_H

#include "board/layout.h"
#include "judge/label.h"

/* Of a piece; simplified: 帅 and not 帥. "" for an empty cell. */
const char *kiosk_piece_character(board_cell cell, bool simplified);

/* Number of a file as its side counts it, 1..9: 一..九 for Red, 1..9 for Black. */
const char *kiosk_file_number(board_side side, int number);

/* The four characters of the river, from left to right: 楚 河 汉 界. */
const char *kiosk_river_character(int index, bool simplified);

/* 将 杀 捉 闲, or ? where the label is undecided. */
const char *kiosk_label_character(judge_label label);

#endif
