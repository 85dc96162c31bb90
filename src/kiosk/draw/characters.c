/*
 * kiosk/draw/characters.c: the characters on pieces, on the board and in labels.
 */
#include "kiosk/draw/characters.h"

static const char *const pieces[2][2][BOARD_KINDS] = {
    {{"帥", "仕", "相", "傌", "俥", "炮", "兵"}, {"將", "士", "象", "馬", "車", "砲", "卒"}},
    {{"帅", "仕", "相", "马", "车", "炮", "兵"}, {"将", "士", "象", "马", "车", "炮", "卒"}},
};

static const char *const numbers[2][BOARD_FILES] = {
    {"一", "二", "三", "四", "五", "六", "七", "八", "九"},
    {"1", "2", "3", "4", "5", "6", "7", "8", "9"},
};

static const char *const river[2][4] = {{"楚", "河", "漢", "界"}, {"楚", "河", "汉", "界"}};

static const char *const labels[JUDGE_LABELS] = {"将", "杀", "捉", "闲", "?"};

const char *kiosk_piece_character(board_cell cell, bool simplified)
{
    if (cell == BOARD_EMPTY || cell > 2 * BOARD_KINDS)
        return "";
    return pieces[simplified][board_cell_side(cell)][board_cell_kind(cell)];
}

const char *kiosk_file_number(board_side side, int number)
{
    return number >= 1 && number <= BOARD_FILES ? numbers[side][number - 1] : "";
}

const char *kiosk_river_character(int index, bool simplified)
{
    return index >= 0 && index < 4 ? river[simplified][index] : "";
}

const char *kiosk_label_character(judge_label label)
{
    return (unsigned)label < JUDGE_LABELS ? labels[label] : "?";
}
